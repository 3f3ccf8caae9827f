import { useState } from 'react'
import { samePath } from './same-path.ts'

/** Keeps its place when the image cannot be read, so that nothing jumps. */
export function Banner({ src }: { readonly src: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <div className="bg-raised aspect-[3/1] overflow-hidden rounded">
      {!hasFailed && (
        <img
          src={samePath(src)}
          alt=""
          className="size-full object-cover"
          onError={() => setHasFailed(true)}
        />
      )}
    </div>
  )
}
