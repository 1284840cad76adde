import { describe, expect, test } from 'vitest'
import { rowOf } from '../outlook/testdata/answers'
import { autoUpdateText, autoUpdateWord, columnsText, readColumns, USUAL_COLUMNS, withColumn } from './columns'

describe('the columns of the clusters table', () => {
  test.each([
    [null, USUAL_COLUMNS.join()],
    ['', USUAL_COLUMNS.join()],
    ['colour', USUAL_COLUMNS.join()],
    ['window,region,event,window,x', 'event,window,region'],
  ])('from the address %s: %s', (text, expected) => {
    const columns = readColumns(text)
    expect(columns.join()).toBe(expected)
    expect(readColumns(columnsText(columns) ?? null)).toEqual(columns)
  })

  test('the usual ones are not written', () => {
    expect(columnsText(USUAL_COLUMNS)).toBeUndefined()
  })

  test('one is taken away or added in its place, and the last one stays', () => {
    expect(withColumn(['event', 'purpose'], 'region', true)).toEqual(['event', 'region', 'purpose'])
    expect(withColumn(['event', 'purpose'], 'event', false)).toEqual(['purpose'])
    expect(withColumn(['event'], 'event', false)).toEqual(['event'])
  })
})

test.each([
  [true, true, false, 'Kubernetes, image', 'both'],
  [true, false, false, 'Kubernetes only', 'Kubernetes only'],
  [false, true, false, 'image only', 'image only'],
  [false, false, false, 'off', 'off'],
  [true, true, true, 'Kubernetes', 'Kubernetes'],
  [false, true, true, 'off', 'off'],
])(
  'auto-updates of Kubernetes %s, images %s, workerless %s: %s, in a column %s',
  (kubernetes, machineImage, workerless, text, word) => {
    const row = rowOf()
    const one = { autoUpdate: { kubernetes, machineImage }, flags: { ...row.flags, workerless } }
    expect([autoUpdateText(one), autoUpdateWord(one)]).toEqual([text, word])
  },
)
