import type * as z from 'zod/mini'

/** The fields a schema names, with their types, less the additional keys it lets through. */
export type Known<Schema extends z.ZodMiniObject> = {
  [Name in keyof Schema['shape']]: z.output<Schema['shape'][Name]>
}
