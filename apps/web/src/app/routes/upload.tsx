import { useParams, useSearch } from '@tanstack/react-router';
import { SharedPage } from '#features/uploads/shared-page.tsx';
import { UploadPage } from '#features/uploads/upload-page.tsx';

export function UploadRoute() {
  const { libraryId } = useParams({ from: '/signed-in/shell/library/$libraryId/upload' });
  const { folder } = useSearch({ from: '/signed-in/shell/library/$libraryId/upload' });
  return <UploadPage key={libraryId} libraryId={libraryId} folder={folder} />;
}

export function SharedRoute() {
  const { failed = false } = useSearch({ from: '/signed-in/shell/upload' });
  return <SharedPage hasFailed={failed} />;
}
