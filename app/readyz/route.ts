import { readiness } from '@/lib/server/answers'
import { NotReady } from '@/lib/server/errors'
import { refuse } from '@/lib/server/respond'

/** Whether there is a landscape to show; and which resource is not read or not followed. */
export async function GET(): Promise<Response> {
  try {
    const { isReady, missing } = await readiness()
    if (!isReady) throw new NotReady(`Not read yet: ${missing.join(' ')}`)
    return new Response(['ok', ...missing, ''].join('\n'), { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    return refuse(error)
  }
}
