'use client'

import { useEffect } from 'react'

/** A page that could not be drawn at all; the frame around it stays. Every page brings this along, so it is plain. */
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
      <button type="button" onClick={reset}>
        Try again
      </button>
    </>
  )
}
