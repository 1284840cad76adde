/** Whether the process is up, whatever the garden does. */
export async function GET(): Promise<Response> {
  return new Response('ok\n', { headers: { 'cache-control': 'no-store' } })
}
