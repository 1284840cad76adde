import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Checks the page as it is now against WCAG 2.2 A and AA and axe's best practices; fails naming rule and element. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // What is of the question before pales, and is no page to read.
  await expect(page.locator('[data-late]')).toHaveCount(0)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  // Legacy only in name: one run in the page, which frames of other origins would need more than. Elements that pass need no
  // selectors. Together this takes a third of the time.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .setLegacyMode()
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`),
  )
  expect(found, found.join('\n\n')).toEqual([])
}
