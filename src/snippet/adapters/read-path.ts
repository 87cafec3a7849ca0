/** All that stands at paths such as `user.0.email`, several with a space between; and first what was found already. */
export function readPaths(value: unknown, paths: string, own?: unknown): unknown[] {
  return [
    own,
    ...paths
      .split(' ')
      .map((path) =>
        path.split('.').reduce((each, name) => (each as Record<string, unknown> | undefined)?.[name], value),
      ),
  ].filter((each) => each != null)
}
