import { whatIsMissing } from '@/lib/server/answers'
import { NotReady } from '@/lib/server/errors'
import { refuse } from '@/lib/server/respond'

/** Whether there is a first snapshot to show; else what is missing. */
export async function GET(): Promise<Response> {
  try {
    const missing = await whatIsMissing()
    if (missing !== null) throw new NotReady(missing)
    return new Response('ok\n', { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    return refuse(error)
  }
}
