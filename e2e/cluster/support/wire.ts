import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A wire to the API server that can be cut, or be held so that nothing comes through and nothing breaks. */
export class Wire {
  readonly url: string
  private readonly pairs = new Set<readonly [Socket, Socket]>()
  private held = false
  private cutOff = false

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    const { port } = server.address() as AddressInfo
    this.url = `https://127.0.0.1:${port}`
    server.on('connection', (near) => this.join(near))
  }

  static async to(url: string): Promise<Wire> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Wire(server, new URL(url))
  }

  /** How many connections go through now. */
  get connections(): number {
    return this.pairs.size
  }

  /** Breaks every connection; those that come are broken too, until `mend`. */
  cut(): void {
    this.cutOff = true
    for (const pair of this.pairs) for (const socket of pair) socket.destroy()
  }

  /** Breaks every connection once. */
  shake(): void {
    this.cut()
    this.cutOff = false
  }

  /** From now on nothing comes through, and neither side is told. */
  hold(): void {
    this.held = true
    for (const pair of this.pairs) for (const socket of pair) socket.pause()
  }

  /** New connections are as good as ever. Those that were held stay so, unless they were broken. */
  mend(): void {
    this.held = false
    this.cutOff = false
  }

  async close(): Promise<void> {
    this.cut()
    this.server.close()
    await once(this.server, 'close')
  }

  private join(near: Socket): void {
    if (this.cutOff) {
      near.destroy()
      return
    }
    const far = connect(Number(this.target.port), this.target.hostname)
    const pair = [near, far] as const
    this.pairs.add(pair)
    const end = (): void => {
      this.pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', end)
    }
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => near.write(bytes))
    if (this.held) for (const socket of pair) socket.pause()
  }
}
