export function layOutShopifyApp(folder: string): void
