import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAccess } from './kubeconfig'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-config-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

const at = (name: string): string => join(folder, name)

function config(name: string, user: object = {}, cluster: object = {}) {
  return {
    clusters: [{ name, cluster: { server: `https://${name}.example.com`, ...cluster } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  }
}

async function write(name: string, content: object | string): Promise<string> {
  await writeFile(at(name), typeof content === 'string' ? content : JSON.stringify(content))
  return at(name)
}

describe('finding the API server', () => {
  it('takes the current context of KUBECONFIG', async () => {
    const path = await write('one', config('one'))
    expect(findAccess({ KUBECONFIG: path })).toMatchObject({ context: 'one', server: 'https://one.example.com' })
  })

  it('takes ~/.kube/config when nothing is said', async () => {
    await mkdir(at('.kube'))
    await write('.kube/config', config('home'))
    expect(findAccess({ HOME: folder }).context).toBe('home')
  })

  it('lets the first of several files decide, and passes over those that are not there', async () => {
    const files = [at('missing'), await write('one', config('one')), await write('two', config('two'))]
    const access = findAccess({ KUBECONFIG: files.join(delimiter) })
    expect(access.context).toBe('one')
    expect(findAccess({ KUBECONFIG: files.join(delimiter) }, 'two').server).toBe('https://two.example.com')
  })

  it('takes relative paths from the folder of the file, and watches what they name', async () => {
    const path = await write('one', config('one', { tokenFile: 'token' }, { 'certificate-authority': 'ca.crt' }))
    const access = findAccess({ KUBECONFIG: path })
    expect(access.tokenFile).toBe(at('token'))
    expect(access.files).toEqual([path, at('token'), at('ca.crt')])
    expect(access.kubeconfig).toContain(at('ca.crt'))
  })

  it('passes nothing of other contexts on', async () => {
    const one = await write('one', config('one', { token: 'mine' }))
    const two = await write('two', config('two', { token: 'of somebody else' }))
    expect(findAccess({ KUBECONFIG: `${one}${delimiter}${two}` }).kubeconfig).not.toContain('of somebody else')
  })

  it.each<[string, object | string, string]>([
    ['a file that is no kubeconfig', '- a', 'is no kubeconfig'],
    ['no current context', { ...config('x'), 'current-context': '' }, 'no context is chosen'],
    ['a context that is not there', { ...config('x'), 'current-context': 'y' }, 'there is no context "y"'],
    ['a cluster that is not there', { ...config('x'), clusters: [] }, 'there is no cluster "x"'],
    ['a user that is not there', { ...config('x'), users: null }, 'there is no user "x"'],
    ['a server that is none', config('x', {}, { server: 'ftp://x' }), 'has no server like'],
  ])('says what is wrong with %s', async (_, content, words) => {
    const path = await write('config', content)
    expect(() => findAccess({ KUBECONFIG: path })).toThrow(words)
  })

  it('does not quote a file with secrets that cannot be read', async () => {
    const path = await write('config', 'users: [{token: hush')
    const read = () => findAccess({ KUBECONFIG: path })
    expect(read).toThrow('cannot be read')
    expect(read).not.toThrow('hush')
  })

  it('says where it looked when there is nothing', () => {
    expect(() => findAccess({ HOME: folder })).toThrow(`there is no ${at('.kube/config')}`)
  })
})
