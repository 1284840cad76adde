import { expect, test } from 'vitest'
import { type MoreTimeDraft, moreTimeAddress, moreTimeIn } from './queries'

const asked = { project: 'search', profile: 'garden-search/own', image: null, version: '1.32.13' }

test.each<[MoreTimeDraft, string]>([
  [{ asked, reason: '' }, 'project=search&profile=garden-search%2Fown&select=kubernetes%2F1.32.13'],
  [
    {
      asked: { ...asked, image: 'suse-chost', until: '2027-01-31T23:59:59Z', clusters: ['a', 'b'] },
      reason: 'a & b #1',
    },
    'project=search&profile=garden-search%2Fown&select=suse-chost%2F1.32.13&until=2027-01-31&clusters=a%2Cb#why=a+%26+b+%231',
  ],
  [
    { asked: { ...asked, clusters: [] }, reason: '' },
    'project=search&profile=garden-search%2Fown&select=kubernetes%2F1.32.13&clusters=-',
  ],
])('%j is %s in its address, and comes back from it', (draft, address) => {
  expect(moreTimeAddress(draft)).toBe(address)
  expect(moreTimeIn(address)).toEqual(draft)
})

test('a reason that an earlier address has in its search is read', () => {
  expect(moreTimeIn('project=search&profile=aws&select=kubernetes/1.32.13&why=Holidays')?.reason).toBe('Holidays')
})

test.each(['', 'project=search&profile=aws', 'profile=aws&select=kubernetes/1.32.13', 'project=a&profile=b&select=1'])(
  '%j asks nothing',
  (address) => {
    expect(moreTimeIn(address)).toBeNull()
  },
)
