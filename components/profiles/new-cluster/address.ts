/** What of the address the server is asked. */
export function readAsked(params: URLSearchParams) {
  return {
    machineType: params.get('machine') ?? undefined,
    kubernetes: params.get('kubernetes') ?? undefined,
    runtime: params.get('runtime') ?? undefined,
  }
}
