import type { BuildOptions } from 'esbuild'

export const BOTH_PARTS: { REST_FILE: string }
export function cutCoreAndRest(options: BuildOptions): Promise<{ core: BuildOptions; rest: BuildOptions }>
