/**
 * What the shop sells. Most prices are ones that binary arithmetic gets wrong: 19.99 × 100 is 1998.9999999999998,
 * 17.85 × 100 is 1785.0000000000002, and 1.005 × 100 is 100.49999999999999.
 */
import type { Currency } from './markets.js'
import type { Picture } from './pictures.js'

export interface Product {
  id: string
  name: string
  /** Prices in minor units: see markets.ts. */
  prices: Record<Currency, number>
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
    prices: { EUR: 1999, USD: 2199, GBP: 1799, CHF: 2195, JPY: 3200, BHD: 8505 },
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
    prices: { EUR: 870, USD: 950, GBP: 790, CHF: 980, JPY: 1350, BHD: 3605 },
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
    prices: { EUR: 6410, USD: 6899, GBP: 5785, CHF: 6990, JPY: 9800, BHD: 26995 },
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
    prices: { EUR: 1785, USD: 1929, GBP: 1585, CHF: 1990, JPY: 2800, BHD: 7255 },
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
    prices: { EUR: 435, USD: 479, GBP: 389, CHF: 490, JPY: 680, BHD: 1005 },
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
    prices: { EUR: 115, USD: 129, GBP: 109, CHF: 130, JPY: 180, BHD: 455 },
    category: 'Accessories',
    summary: 'Ten, unbleached, for one cup each.',
    description: 'For the office, the train and the tent. They go on the compost together with the leaves.',
    variantLabel: 'Size',
    variants: ['Cup', 'Pot'],
    picture: 'filters',
  },
]

export const findProduct = (id: string): Product | undefined => products.find((product) => product.id === id)
