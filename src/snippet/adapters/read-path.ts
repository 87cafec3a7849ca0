/** What stands at a path such as `user.0.email`; undefined where there is nothing. */
export function readPath(value: unknown, path: string): unknown {
  return path.split('.').reduce((each, name) => Object(each)[name], value)
}
