/** What stands at a path such as `user.0.email`; undefined where there is nothing. */
export function readPath(value: unknown, path: string): unknown {
  return path.split('.').reduce((each: unknown, name) => (each as Record<string, unknown> | undefined)?.[name], value)
}

/** All that stands at these paths, and first what was found already. */
export function readPaths(value: unknown, paths: string, own?: unknown): unknown[] {
  return [own, ...paths.split(' ').map((path) => readPath(value, path))].filter((each) => each != null)
}
