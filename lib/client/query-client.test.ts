import { getActiveResourcesInfo } from 'node:process'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keptFor, makeQueryClient } from './query-client'
import { MINUTE } from './time-text'

const timers = () => getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('on the server an answer holds nothing when its page was sent', () => {
  const before = timers()
  for (let page = 0; page < 20; page++) {
    const client = makeQueryClient()
    client.setQueryData(['garden'], 'answer')
    // As a page does that asks for something nobody has prefetched.
    const observer = new QueryObserver(client, { queryKey: ['shoots'], enabled: false, gcTime: keptFor(MINUTE) })
    observer.getCurrentResult()
  }
  expect(timers() - before).toBe(0)
})
