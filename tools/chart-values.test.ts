import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readNoticeTarget } from '@/lib/http/notice-target'
import { readFreezes } from '@/lib/landscape/freezes'
import { readAuth, readLandscapes } from '@/lib/process/settings.mjs'
import { chooseBasePath } from './base-path.mjs'
import { readTrusted } from './peers.mjs'
import { chooseDashboard } from './settings.mjs'

interface Schema {
  readonly pattern?: string
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly $ref?: string
  readonly definitions?: Readonly<Record<string, Schema>>
}

const schema: Schema = JSON.parse(readFileSync('deploy/helm/almanac/values.schema.json', 'utf8'))

const oidc = { GARDEN: 'kubernetes', AUTH: 'oidc', OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'a' }

/** A value of the chart, what reads it in the pod, and texts that people write, right and wrong. */
const values: readonly (readonly [path: string, read: (text: string) => unknown, texts: readonly string[]])[] = [
  [
    'trustedProxies',
    (text) => readTrusted(text),
    [
      ...['10.0.0.7', '100.96.0.0/11', '0.0.0.0/0', '10.0.0.0/32', '255.255.255.255', '::', '::1', 'fd00::/8', '::/0'],
      ...['2001:db8::1:2/128', '1:2:3:4:5:6:7:8', '1::8', '1:2:3:4:5:6:7::', '::2:3:4:5:6:7:8', '::ffff:10.0.0.7/120'],
      ...[
        '10.0.0.0/33',
        '10.0.0.256',
        '10.0.0',
        '10.0.0.0/',
        '10.0.0.0/8/8',
        'fd00::/129',
        'fd00:::1',
        '1:2:3:4:5:6:7',
      ],
      ...['1:2:3:4:5:6:7:8:9', '12345::', 'ingress', '10.0.0.0-10.0.0.9', '1::2::3', ':', '1:2:3:4:5:6:7:8::'],
    ],
  ],
  [
    'freeze',
    readFreezes,
    [
      ...['', '2027-03-29', '2026-12-18..2027-01-04', '2026-12-18..2027-01-04,2027-03-29', ' 2027-03-29 , 2027-04-01 '],
      ...['2028-02-29', '2026-12-18 .. 2027-01-04'],
      ...[
        'x',
        '2026-13-01',
        '2026-00-10',
        '2026-02-30',
        '2026-04-31',
        '2026-12',
        '1999-01-01',
        '2026-12-18...2027-01-04',
      ],
      ...['2026-12-18-2027-01-04', '2026-12-18..', '..2026-12-18', '18.12.2026', '2026-12-18T00:00:00Z'],
    ],
  ],
  [
    'dashboardUrl',
    chooseDashboard,
    [
      ...['', 'https://d.example.org/namespace/{namespace}/shoots/{name}', 'http://d:8080/{project}/{name}'],
      ...['https://[fd00::1]:8443/?p={project}&n={name}', 'https://d.example.org/#/{namespace}/{name}'],
      ...[
        'https://d.example.org',
        'https://d.example.org/{name}',
        'https://d.example.org/{namespace}',
        'd/{project}/{name}',
      ],
      ...['https://d.example.org/{project}/{shoot}/{name}', 'https://{project}.example.org/{name}', 'https://'],
    ],
  ],
  [
    'notices.url',
    (text) => readNoticeTarget(text === '' ? {} : { NOTICE_URL: text, NOTICE_SECRET: 'x'.repeat(32) }),
    [
      ...['', 'https://hooks.example.org', 'https://hooks.example.org:8443/a/b?c=d', 'https://[fd00::1]/a'],
      ...['http://hooks.example.org', 'hooks.example.org', 'https://me:you@hooks.example.org', 'ftp://a', 'https://'],
    ],
  ],
  [
    'landscapes',
    (text) => readLandscapes({ LANDSCAPES: text })[0] ?? fail(),
    [
      ...['canary=https://canary.example.org', 'a=https://a:8443/almanac', 'canary-eu=https://a.example.org/x/y/'],
      ...['', 'canary', 'canary=', '=https://a', 'a b=https://a', '-a=https://a', 'a-=https://a', 'a=https://'],
      ...[
        'a=http://a.example.org',
        'a=ftp://a',
        'a=https://me@a',
        'a=https://a/?b',
        'a=https://a/#b',
        'a=https://a//b',
      ],
      ...[`${'a'.repeat(33)}=https://a`, `${'a'.repeat(32)}=https://a`, 'a=https://a/.b', 'a=https://a b'],
    ],
  ],
  [
    'basePath',
    chooseBasePath,
    ['', '/almanac', '/tools/almanac', '/~a', '/a.b', 'almanac', '/.a', '/a b', '/a//b', '/ä'],
  ],
  [
    'auth.oidc.issuer',
    (text) => (text === '' ? null : readAuth({ ...oidc, OIDC_ISSUER: text })),
    [
      '',
      'https://id',
      'https://id.example.org:8443/realms/a',
      'http://id',
      'https://id?a',
      'https://',
      'id',
      'https://:1',
    ],
  ],
  [
    'auth.oidc.scopes',
    (text) => readAuth({ ...oidc, OIDC_SCOPES: text }),
    ['', 'openid', 'openid groups', 'email openid', 'groups', 'openid-connect'],
  ],
]

describe.each(values)('the value %s of the chart', (path, read, texts) => {
  test.each(texts)('is taken by its schema exactly where the program takes it: "%s"', (text) => {
    expect(isTaken(schemaOf(path), text)).toBe(isRead(() => read(text)))
  })
})

/** An entry that is empty is none. */
function fail(): never {
  throw new Error('none')
}

function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

function schemaOf(path: string): Schema {
  const found = path.split('.').reduce<Schema | undefined>((at, name) => at?.properties?.[name], schema)
  const one = found?.items ?? found
  const named = one?.$ref === undefined ? one : schema.definitions?.[one.$ref.replace('#/definitions/', '')]
  if (named?.pattern === undefined) throw new Error(`${path} has no pattern`)
  return named
}

function isTaken({ pattern, allOf = [] }: Schema, text: string): boolean {
  return [{ pattern }, ...allOf].every((one) => new RegExp(one.pattern ?? '').test(text))
}
