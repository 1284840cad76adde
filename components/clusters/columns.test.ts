import { describe, expect, test } from 'vitest'
import { columnsText, readColumns, USUAL_COLUMNS, withColumn } from './columns'

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
