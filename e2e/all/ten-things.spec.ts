import type { Locator, Page } from '@playwright/test'
import { pinned } from '../support/pages'
import { PHONE } from '../support/screens'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

/** What is pressed: the role and the name of it; of several the first, as who reads from above sees it. Or what is typed. */
type Press =
  | readonly [role: 'link' | 'button' | 'option', name: string | RegExp]
  | readonly [typed: 'type', text: string]

interface Thing {
  readonly question: string
  readonly desk: readonly Press[]
  /** On a phone, where it is another way. */
  readonly phone?: readonly Press[]
  /** What then stands on the page, or in the dialog that is open. */
  readonly answer: RegExp
}

const MENU: Press = ['button', 'Menu']

/** Who sees it for the first time finds each from the overview, in at most three steps: a click, a scroll, or a word typed. */
const THINGS: readonly Thing[] = [
  {
    question: 'my clusters',
    desk: [
      ['link', 'Teams'],
      ['link', 'payments'],
    ],
    phone: [
      ['button', 'Find cluster, project, version'],
      ['type', 'payments'],
      ['option', /^payments 23 clusters/],
    ],
    answer: /of 23 clusters/,
  },
  {
    question: 'who is forced tonight',
    desk: [
      ['link', 'Clusters'],
      ['link', /^Tonight \d+$/],
    ],
    phone: [MENU, ['link', 'Tonight']],
    answer: /tonight/i,
  },
  {
    question: 'why a cluster is stuck',
    desk: [
      ['link', /clusters stuck/],
      ['link', /bidder-legacy/],
    ],
    answer: /image (?:allows|gardenlinux .* supports)|supports? kubelet|kubelet version/i,
  },
  {
    question: 'since when it is stuck',
    desk: [
      ['link', /clusters stuck/],
      ['link', /bidder-legacy/],
    ],
    answer: /[Ss]ince \w{3} \d+ \w{3}|failed since|for \d+ nights/,
  },
  {
    question: 'what a new cluster gets',
    desk: [
      ['link', 'Profiles'],
      ['link', 'aws'],
      ['link', 'New cluster'],
    ],
    phone: [MENU, ['link', 'New cluster'], ['link', 'aws']],
    answer: /a new cluster gets Kubernetes 1\.\d+\.\d+/,
  },
  {
    question: 'who moved a date',
    desk: [
      ['link', 'Profiles'],
      ['link', 'aws'],
      ['link', 'History'],
    ],
    phone: [MENU, ['link', 'History'], ['link', 'aws']],
    answer: /\d+, the last of 1\.\d+\.\d+, .*(?:outside of Almanac|@example\.com|author not recorded)/,
  },
  {
    question: 'whether the forecasts were right',
    desk: [['link', 'Were we right?']],
    answer: /of \d+ (?:windows|updates|forecasts|clusters|nights)|as forecast/i,
  },
  {
    question: 'how to make a draft',
    desk: [
      ['link', 'Changes'],
      ['link', 'New draft'],
      ['link', 'aws'],
    ],
    phone: [MENU, ['link', 'Drafts'], ['link', 'aws']],
    answer: /Draft for aws|Add an edit|Edits/,
  },
  {
    question: 'a guide',
    desk: [
      ['link', 'Changes'],
      ['link', 'A new patch version has been released'],
    ],
    phone: [MENU, ['link', 'Guides'], ['link', 'A new patch version has been released']],
    answer: /A new patch version has been released/,
  },
  { question: 'a calendar to subscribe to', desk: [['button', 'Subscribe']], answer: /your calendar program/ },
]

/** How many steps it takes: one more where it is to be scrolled to first. */
async function press(page: Page, [role, name]: Press): Promise<number> {
  if (role === 'type') {
    await page.keyboard.type(name)
    // What is found of a part of the word stands in another order.
    await settled(page)
    return 1
  }
  const dialog = page.getByRole('dialog')
  const place = (await dialog.count()) > 0 ? dialog : page
  const wanted = place.getByRole(role, { name, exact: typeof name === 'string' }).first()
  await wanted.waitFor()
  const before = page.url()
  const scrolls = await scrollsTo(wanted)
  await wanted.click()
  if (role === 'link') await expect(page).not.toHaveURL(before)
  await settled(page)
  return 1 + scrolls
}

/** 1 where it begins below what is seen, else 0. */
async function scrollsTo(wanted: Locator): Promise<number> {
  return wanted.evaluate((element) => Number(element.getBoundingClientRect().top > window.innerHeight - 20))
}

for (const { name, options } of [
  { name: 'on a desk', options: { viewport: { width: 1440, height: 900 } } },
  { name: 'on a phone', options: PHONE },
]) {
  test.describe(`from the overview ${name}`, () => {
    test.use(options)
    for (const { question, desk, phone = desk, answer } of THINGS) {
      test(`${question} is found in at most three steps`, async ({ page }) => {
        await page.goto(pinned('/'))
        await settled(page)
        const presses = options === PHONE ? phone : desk
        let steps = 0
        for (const each of presses) steps += await press(page, each)
        const dialog = page.getByRole('dialog')
        const place = (await dialog.count()) > 0 ? dialog : page.getByRole('main')
        const told = place.getByText(answer).filter({ visible: true }).first()
        await expect(told).toBeInViewport()
        expect(steps).toBeLessThanOrEqual(3)
      })
    }
  })
}
