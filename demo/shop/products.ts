/**
 * The products. Binary arithmetic gets most of their prices wrong: 19.99 × 100 is 1998.9999999999998, and 17.85 × 100 is
 * 1785.0000000000002.
 */
import type { Picture } from './pictures.js'

export interface Product {
  id: string
  name: string
  /** In cents. */
  price: number
  category: string
  summary: string
  /** The name of the choice between variants, such as Glaze. */
  variantLabel: string
  variants: [string, ...string[]]
  picture: Picture
}

export const products: Product[] = [
  {
    id: 'mug-stoneware',
    name: 'Stoneware mug',
    price: 1999,
    category: 'Pottery',
    summary: 'Thrown by hand, holds 300 ml.',
    variantLabel: 'Glaze',
    variants: ['Moss', 'Oat', 'Slate'],
    picture: 'mug',
  },
  {
    id: 'tea-assam',
    name: 'Morning Assam',
    price: 870,
    category: 'Tea',
    summary: 'Malty, dark, takes milk well.',
    variantLabel: 'Packing',
    variants: ['100 g tin', '100 g refill'],
    picture: 'tin',
  },
  {
    id: 'teapot-slow-pour',
    name: 'Slow-pour teapot',
    price: 6410,
    category: 'Pottery',
    summary: 'Three cups, and no drip.',
    variantLabel: 'Glaze',
    variants: ['Slate', 'Moss'],
    picture: 'teapot',
  },
  {
    id: 'tea-sencha',
    name: 'First-flush sencha',
    price: 1785,
    category: 'Tea',
    summary: 'Steamed, grassy, a little sweet.',
    variantLabel: 'Packing',
    variants: ['80 g bag', '80 g tin'],
    picture: 'bag',
  },
  {
    id: 'scoop-bamboo',
    name: 'Bamboo scoop',
    price: 435,
    category: 'Accessories',
    summary: 'One scoop is one cup.',
    variantLabel: 'Length',
    variants: ['18 cm'],
    picture: 'scoop',
  },
  {
    id: 'filters-paper',
    name: 'Paper filters',
    price: 115,
    category: 'Accessories',
    summary: 'Ten, unbleached, for one cup each.',
    variantLabel: 'Size',
    variants: ['Cup', 'Pot'],
    picture: 'filters',
  },
]

export const findProduct = (id: string): Product | undefined => products.find((product) => product.id === id)
