export const KEY_OF_THE_BUILD: string
export default function buildOnce(): void
