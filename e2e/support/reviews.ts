import type { FakeApi } from '@/lib/garden/kubernetes/testdata/fake-api'

/** An API server that takes all clients for the same user, who may do everything. */
export function reviewOf(username: string): FakeApi['script'] {
  return ({ method, path }) => {
    if (method !== 'POST') return undefined
    const status = path.endsWith('/selfsubjectreviews') ? { userInfo: { username } } : { allowed: true }
    return { status: 201, body: { status } }
  }
}
