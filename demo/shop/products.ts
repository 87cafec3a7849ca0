/**
 * What the shop sells. Most prices are ones that binary arithmetic gets wrong: 19.99 × 100 is
 * 1998.9999999999998, and 17.85 × 100 is 1785.0000000000002.
 */
import type { Picture } from './pictures.js'

export interface Product {
  id: string
  name: string
  priceCents: number
  category: string
  /** One line for the catalogue. */
  summary: string
  description: string
  /** What "variant" means for this product, such as Glaze. */
  variantLabel: string
  variants: [string, ...string[]]
  picture: Picture
}

export const products: Product[] = [
  {
    id: 'mug-stoneware',
    name: 'Stoneware mug',
    priceCents: 1999,
    category: 'Pottery',
    summary: 'Thrown by hand, holds 300 ml.',
    description:
      'A thick wall that keeps tea hot for the length of a chapter, and a handle wide enough for three fingers. Every glaze runs a little differently, so yours will be the only one like it.',
    variantLabel: 'Glaze',
    variants: ['Moss', 'Oat', 'Slate'],
    picture: 'mug',
  },
  {
    id: 'tea-assam',
    name: 'Morning Assam',
    priceCents: 870,
    category: 'Tea',
    summary: 'Malty, dark, takes milk well.',
    description:
      'Second-flush leaves with plenty of golden tips. Four minutes in boiling water; it forgives five. The tin closes with a click and can be filled again.',
    variantLabel: 'Packing',
    variants: ['100 g tin', '100 g refill'],
    picture: 'tin',
  },
  {
    id: 'teapot-slow-pour',
    name: 'Slow-pour teapot',
    priceCents: 6410,
    category: 'Pottery',
    summary: 'Three cups, and no drip.',
    description:
      'The spout is cut after the glaze has set, which is why the last drop goes back into the pot and not onto the table. Strainer built in; safe in the dishwasher.',
    variantLabel: 'Glaze',
    variants: ['Slate', 'Moss'],
    picture: 'teapot',
  },
  {
    id: 'tea-sencha',
    name: 'First-flush sencha',
    priceCents: 1785,
    category: 'Tea',
    summary: 'Steamed, grassy, a little sweet.',
    description:
      'Picked in the first days of May and steamed within hours. Seventy degrees and one minute; hotter water makes it bitter. Good for three infusions.',
    variantLabel: 'Packing',
    variants: ['80 g bag', '80 g tin'],
    picture: 'bag',
  },
  {
    id: 'scoop-bamboo',
    name: 'Bamboo scoop',
    priceCents: 435,
    category: 'Accessories',
    summary: 'One scoop is one cup.',
    description: 'Split from a single cane, smoked and rubbed with oil. Measures about three grams of leaf.',
    variantLabel: 'Length',
    variants: ['18 cm'],
    picture: 'scoop',
  },
  {
    id: 'filters-paper',
    name: 'Paper filters',
    priceCents: 115,
    category: 'Accessories',
    summary: 'Ten, unbleached, for one cup each.',
    description: 'For the office, the train and the tent. They go on the compost together with the leaves.',
    variantLabel: 'Size',
    variants: ['Cup', 'Pot'],
    picture: 'filters',
  },
]

export const findProduct = (id: string): Product | undefined => products.find((product) => product.id === id)
