import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

interface Paged {
  readonly data: { readonly total: number } | undefined;
  readonly isPlaceholderData: boolean;
}

/** Returns the number of pages of a list. From beyond the last page it navigates to the last page. */
export function usePages(page: number, pageSize: number, { data, isPlaceholderData }: Paged): number {
  const navigate = useNavigate();
  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const last = pages > 1 ? pages : undefined;
  const beyond = total > 0 && page > pages && !isPlaceholderData;

  useEffect(() => {
    if (beyond) void navigate({ to: '.', search: (previous: object) => ({ ...previous, page: last }), replace: true });
  }, [beyond, last, navigate]);
  return pages;
}
