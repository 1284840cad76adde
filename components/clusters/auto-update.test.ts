import { expect, test } from 'vitest'
import { rowOf } from '../outlook/fixtures'
import { autoUpdateText, autoUpdateWord } from './auto-update'

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
