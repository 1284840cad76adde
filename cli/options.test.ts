import { describe, expect, test } from 'vitest'
import { HELP, readCommand } from './options'

const read = (line: string) => readCommand(line.split(' ').filter((word) => word !== ''))

describe('a command line', () => {
  test('is read', () => {
    expect(
      read('diff main HEAD --garden dump.yaml --format markdown --fail-on forced>10 --name live --zone UTC'),
    ).toEqual({
      command: 'diff',
      before: 'main',
      after: 'HEAD',
      garden: 'dump.yaml',
      at: null,
      zone: 'UTC',
      url: null,
      format: 'markdown',
      limits: [{ of: 'forced', most: 10, text: 'forced>10' }],
      name: 'live',
    })
    expect(read('list --forced --within 30d --zone UTC')).toMatchObject({ forced: true, within: '30', format: 'text' })
    expect(read('shoot payments/settlement --at 2026-12-24T18:00:00Z --zone UTC')).toMatchObject({
      cluster: 'payments/settlement',
      at: Date.parse('2026-12-24T18:00:00Z'),
    })
    for (const line of ['', 'help', '--help', 'diff --help']) expect(read(line)).toEqual({ command: 'help' })
  })

  test.each([
    ['diff main', 'almanac diff takes BEFORE AFTER beside options, and got main.'],
    ['shoot', 'almanac shoot takes [PROJECT/]NAME beside options, and got nothing.'],
    ['list all', 'almanac list takes nothing beside options, and got all.'],
    ['apply', 'There is no command apply. Commands are diff, shoot, list and comment'],
    ['diff a b --formt json', "almanac diff: Unknown option '--formt'"],
    ['diff a b --format html', '--format html: it is one of text, markdown, json.'],
    ['list --within 14d', '--within 14: it is one of 1, 7, 30, 90, 365.'],
    ['shoot a --zone Mars', '--zone Mars: that is no time zone known here.'],
    ['shoot a --at tomorrow', '--at tomorrow: write an instant as 2026-12-24T18:00:00Z'],
    ['diff a b --url javascript:1', '--url javascript:1: give the address of a running Almanac'],
    ['diff a b --name a--b', '--name a--b: a name has letters'],
  ])('that cannot be meant says what is wrong: %s', (line, message) => {
    expect(() => read(line)).toThrow(message)
  })

  test('is explained with each of its commands and options', () => {
    for (const word of [
      'diff',
      'shoot',
      'list',
      'comment',
      '--garden',
      '--fail-on',
      '--within',
      '--forced',
      '--url',
      '--at',
    ])
      expect(HELP).toContain(word)
    for (const line of HELP.split('\n')) expect(line.length).toBeLessThan(115)
  })
})
