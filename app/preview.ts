import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ShownMoment } from '@/lib/browser/at'
import { searchText } from '@/lib/browser/fetch-json'
import { originOf } from '@/lib/http/origin'
import { PICTURE } from '@/lib/pictures/picture'

interface LinkPreview {
  readonly title: string
  /** One sentence; undefined: nothing is known. */
  readonly description: string | undefined
  /** The path of its picture. */
  readonly picture: string
  readonly moment: ShownMoment
}

/** What programs for messages show beside a link to a page: they want whole addresses, and a picture that is no SVG. */
export async function linkPreview({ title, description, picture, moment }: LinkPreview): Promise<Metadata> {
  const url = `${originOf(await headers())}${picture}${searchText({ ...moment })}`
  return {
    ...(description !== undefined && { description }),
    openGraph: {
      title,
      siteName: 'Almanac',
      type: 'website',
      ...(description !== undefined && { description }),
      images: [{ url, ...PICTURE, alt: description ?? title }],
    },
    twitter: { card: 'summary_large_image' },
  }
}
