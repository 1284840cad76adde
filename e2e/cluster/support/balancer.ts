import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Hands requests to servers in turn, as a service of a cluster does; one that refuses connections is passed over. */
export class Balancer {
  readonly url: string
  /** How many requests each server is answering now. */
  readonly open = new Map<string, number>()
  /** A connection for each request: one that was kept could break just when it is used again. */
  private readonly agent = new Agent({ keepAlive: false })
  private turn = 0

  private constructor(
    private readonly server: Server,
    private readonly targets: readonly string[],
  ) {
    const { port } = server.address() as AddressInfo
    this.url = `http://127.0.0.1:${port}`
    server.on('request', (asked, answer) => this.pass(asked, answer))
  }

  static async before(targets: readonly string[]): Promise<Balancer> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Balancer(server, targets)
  }

  async close(): Promise<void> {
    this.agent.destroy()
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private async pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const refused = () => {
      answer.writeHead(503).end('nobody answers')
    }
    // Each has its own order: of a turn that all shared, two requests could take it in such a way that one met only the dead.
    const first = this.turn++ % this.targets.length
    const order = [...this.targets.slice(first), ...this.targets.slice(0, first)]
    this.handOver(asked, body, answer, order, refused)
  }

  private handOver(
    asked: IncomingMessage,
    body: Buffer,
    answer: ServerResponse,
    order: readonly string[],
    refused: () => void,
  ): void {
    const [target, ...others] = order
    if (target === undefined) {
      refused()
      return
    }
    const { method, url, headers } = asked
    this.open.set(target, (this.open.get(target) ?? 0) + 1)
    let isOpen = true
    const end = () => {
      if (isOpen) this.open.set(target, (this.open.get(target) ?? 1) - 1)
      isOpen = false
    }
    const passed = request(`${target}${url}`, { agent: this.agent, method, headers })
    passed.on('response', (told) => {
      answer.writeHead(told.statusCode ?? 502, { ...told.headers, 'x-answered-by': target })
      // Else they wait for the first bytes of the body, and clients do not know whose answer broke off before those.
      answer.flushHeaders()
      told.pipe(answer)
      told.on('error', () => answer.destroy())
      told.on('close', end)
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      end()
      // It was never sent.
      if (error.code === 'ECONNREFUSED') this.handOver(asked, body, answer, others, refused)
      else if (answer.headersSent) answer.destroy()
      else answer.writeHead(502, { 'x-answered-by': target }).end(error.message)
    })
    answer.on('close', () => passed.destroy())
    passed.end(body)
  }
}
