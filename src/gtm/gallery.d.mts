/** @param values by the names in `metadata.yaml`; throws a sentence for what the gallery would refuse */
export function layOutGallery(folder: string, values?: Record<string, string>): void
