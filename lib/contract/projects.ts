import { z } from 'zod'
import { SUBJECT_KINDS } from '@/lib/engine/words'

/** Whom a project names, as Kubernetes does in role bindings. */
export const subject = z.strictObject({
  kind: z.enum(SUBJECT_KINDS),
  name: z.string(),
  /** Of a service account; null where its name tells, and of others. */
  namespace: z.string().nullable(),
})

export type SubjectBody = z.infer<typeof subject>
