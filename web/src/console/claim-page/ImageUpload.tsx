import { api, unwrap } from '../../api/client.ts'
import { fileBody } from '../../api/file-body.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { UploadInput } from '../ui/UploadInput.tsx'
import { useSave } from '../ui/use-save.ts'

interface ImageUploadProps {
  readonly ensId: string
  readonly preset: 'avatar' | 'banner'
}

const titles = {
  avatar: { title: 'Picture', hint: 'Square, up to 5 MiB.' },
  banner: { title: 'Banner', hint: 'Three times as wide as high, up to 5 MiB.' },
} as const

/** Uploaded at once: the record of the domain points to it from then on. */
export function ImageUpload({ ensId, preset }: ImageUploadProps) {
  const { title, hint } = titles[preset]
  const upload = useSave({
    save: (file: File) =>
      unwrap(
        api.POST('/ens/v1/ens/upload-to-cdn', {
          params: { query: { ensId, type: preset } },
          ...fileBody(file),
        }),
      ),
    done: `The ${title.toLowerCase()} is uploaded.`,
    changes: [['domain'], ['page']],
  })
  return (
    <div>
      <UploadInput
        title={title}
        hint={hint}
        kind="image"
        isUploading={upload.isPending}
        onFile={upload.mutate}
      />
      {upload.error && <ErrorState title="It was not uploaded." error={upload.error} />}
    </div>
  )
}
