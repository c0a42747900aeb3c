import type { CatalogueProduct } from '#schemas';
import type { Goods, Product } from '../inventory/inventory.ts';

/** Every optional field filled in; only tracked stock has a quantity. */
export const writeProduct = (
  product: Product,
  goods: (variantId: string) => Goods | undefined,
): CatalogueProduct & { readonly shelf: string } => {
  const { index } = product;
  const write = (id: string) => {
    const stock = goods(id)?.stock ?? 0;
    return {
      id,
      name: `Stoneware no. ${index}`,
      ean: index % 3 === 0 ? '' : `590${String(index).padStart(10, '0')}`,
      unitPrice: product.unitPrice,
      originalUnitPrice: product.unitPrice + 100,
      stock:
        stock === Number.POSITIVE_INFINITY
          ? { isAvailable: true }
          : { isAvailable: stock > 0, availableQuantity: Math.max(0, stock) },
      measurement: { type: 'WEIGHT', quantityValue: 0.5, quantityUnit: 'KG', referenceValue: 100, referenceUnit: 'G' },
    };
  };
  const [first = product.id, ...others] = product.variantIds;
  return {
    id: product.id,
    updatedAt: new Date(product.updatedAt).toISOString(),
    name: `Stoneware no. ${index}`,
    description: 'Fired twice.',
    brandName: 'Granite',
    categories: ['Home', 'Kitchen'],
    images: [`https://granite.example/img/${index}.jpg`],
    url: `https://granite.example/p/${index}`,
    status: product.delisted ? 'DELISTED' : 'ACTIVE',
    variants: [write(first), ...others.map(write)],
    shelf: `S${index % 7}`,
  };
};
