/** Every JSON Schema file by the name of its shape, and the folder it lies in. */
const folders = {
  basket: 'wire',
  'catalogue-page': 'wire',
  'delivery-details': 'wire',
  'delivery-option-key': 'wire',
  'order-confirmation': 'wire',
  'order-placement': 'wire',
  'reduced-basket': 'wire',
  config: 'run',
  exchange: 'run',
  result: 'run',
} as const satisfies Readonly<Record<string, 'wire' | 'run'>>;

export type ShapeName = keyof typeof folders;
export const shapeNames = Object.keys(folders) as readonly ShapeName[];
export const isShapeName = (name: string): name is ShapeName => Object.hasOwn(folders, name);
export const folderOf = (shape: ShapeName): 'wire' | 'run' => folders[shape];
