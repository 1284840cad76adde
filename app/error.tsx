'use client'

import { useEffect } from 'react'
import { Button } from '@/components/ui/button'

/** A page that could not be drawn at all; the frame around it stays. */
export default function ErrorPage({ error, reset }: { readonly error: Error; readonly reset: () => void }) {
  useEffect(() => {
    console.error(error)
  }, [error])
  return (
    <>
      <h1>This page could not be shown</h1>
      <p role="alert">
        <code>{error.message}</code>
      </p>
      <Button onClick={reset}>Try again</Button>
    </>
  )
}
