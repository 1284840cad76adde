import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** An answer may wait longer for the garden, in ms: the code that it needs was loaded at its beginning. */
const PATIENCE = 500

/**
 * Has a server answer some paths before anybody reaches it. Code of a page or a route is loaded when it is asked for the first time,
 * which takes long and has no break: later, all others would wait for that.
 * @param {import('node:http').Server} server
 * @param {readonly string[]} paths
 * @returns {Promise<void>} never rejects: what is wrong is told to the next client
 */
export async function answerFirst(server, paths) {
  for (const path of paths) await Promise.race([answered(server, path), sleep(PATIENCE)])
}

/**
 * @param {import('node:http').Server} server
 * @param {string} path
 * @returns {Promise<void>} resolves when it was answered
 */
function answered(server, path) {
  const request = new IncomingMessage(new Socket())
  Object.assign(request, { method: 'GET', url: path, httpVersion: '1.1', headers: { host: 'localhost' } })
  request.push(null)
  const response = new ServerResponse(request)
  const nowhere = new Writable({ write: (_, __, done) => done() })
  // An answer that breaks off is one, too.
  nowhere.on('error', () => {})
  response.assignSocket(/** @type {Socket} */ (/** @type {unknown} */ (nowhere)))
  return new Promise((done) => {
    response.once('finish', done).once('close', done)
    server.emit('request', request, response)
  })
}
