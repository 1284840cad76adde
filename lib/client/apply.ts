import { queryOptions } from '@tanstack/react-query'
import type { ApplyAnswer, ApplyInput, DraftTextsAnswer, DraftTextsInput, ErrorBody, ResetAnswer } from '@/lib/contract'
import { RequestError } from './fetch-json'

/**
 * Applies a draft, or with `dryRun` only asks. Resolves with every outcome, also a conflict or a refusal; throws a
 * `RequestError` when the question itself was wrong or nobody answered. After `unreachable` it may have been applied: to apply
 * it again with the same `base` tells, as it is a conflict then.
 */
export async function applyDraft(input: ApplyInput, signal?: AbortSignal): Promise<ApplyAnswer> {
  return post('/api/apply', input, signal)
}

/** The draft for other tools: diff, merge patch, command. */
export function draftTexts(input: DraftTextsInput) {
  return queryOptions<DraftTextsAnswer, RequestError>({
    queryKey: ['/api/apply/texts', input],
    queryFn: ({ signal }) => post('/api/apply/texts', input, signal),
  })
}

/** Brings back the demo garden as it was at the start; the journal stays. */
export async function resetDemo(): Promise<ResetAnswer> {
  return post('/api/demo/reset', {})
}

async function post<T>(url: string, body: unknown, signal?: AbortSignal): Promise<T> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new RequestError('unreachable', 0, {
      message: 'Almanac does not answer.',
      hint: 'Is the program still running?',
    })
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok || (typeof answer === 'object' && answer !== null && 'outcome' in answer)) return answer as T
  const error = (answer as Partial<ErrorBody> | null)?.error
  throw new RequestError(error?.code ?? 'internal', response.status, {
    ...error,
    message: error?.message ?? `HTTP ${response.status} ${response.statusText}`.trim(),
  })
}
