/** Of parts.mjs. */
export const WHOLE: Record<string, string>
