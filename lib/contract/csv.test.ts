import { expect, test } from 'vitest'
import { type CsvValue, csvLine } from './csv'

test.each<[string, readonly CsvValue[], string]>([
  ['values', ['a', 1, true, null], 'a,1,true,'],
  ['a comma', ['a,b'], '"a,b"'],
  ['quotes', ['a "b"'], '"a ""b"""'],
  ['a line break', ['a\nb'], '"a\nb"'],
  ['a formula', ['=1+1'], "'=1+1"],
  ['a formula after a sign', ['-1+1', '+1', '@a', '\ta'], "'-1+1,'+1,'@a,'\ta"],
  ['a formula after an end of line', ['\n=1+1'], '"\'\n=1+1"'],
  ['a formula in wide letters', ['＝1＋1', '＠a'], "'＝1＋1,'＠a"],
  ['a negative number stays one', [-1], '-1'],
  ['a formula that needs quotes', ['=HYPERLINK("http://a")'], '"\'=HYPERLINK(""http://a"")"'],
])('%s', (_, values, line) => {
  expect(csvLine(values)).toBe(`${line}\r\n`)
})
