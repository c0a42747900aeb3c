import { shapeFolders } from './types.gen.ts';

export type ShapeName = keyof typeof shapeFolders;
export const shapeNames = Object.keys(shapeFolders) as readonly ShapeName[];
export const isShapeName = (name: string): name is ShapeName => Object.hasOwn(shapeFolders, name);
export const folderOf = (shape: ShapeName): (typeof shapeFolders)[ShapeName] => shapeFolders[shape];

/** A value as whoever only reads it takes it. */
export type Given<Value> = Value extends object ? { readonly [Key in keyof Value]: Given<Value[Key]> } : Value;
