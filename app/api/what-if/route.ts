import { answerWhatIf, tableOfWhatIf } from '@/lib/server/answers'
import { readBody } from '@/lib/server/body'
import { refuse, respond } from '@/lib/server/respond'

const csv = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="what-if.csv"',
  'cache-control': 'no-store',
}

/** What a draft of edits of a profile would change: `format` json, or csv for all clusters that change. */
export async function POST(request: Request): Promise<Response> {
  try {
    const body = await readBody(request)
    if (!asksForTable(body)) return respond(request, () => answerWhatIf(body))
    return new Response(await tableOfWhatIf(body), { headers: csv })
  } catch (error) {
    return refuse(error)
  }
}

function asksForTable(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'format' in body && body.format === 'csv'
}
