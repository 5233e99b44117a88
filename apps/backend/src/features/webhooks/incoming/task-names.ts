/** The numbers in the names of a branch and a pull request, by what they mean. */
export interface NamedNumbers {
  /** `gos-12`: tasks */
  readonly tasks: readonly number[];
  /** `12-login`, `feature/12-login`: a task, or the host's issue where the host named the branch after it */
  readonly leading: number | null;
  /** `#12`: issues of the host's repository */
  readonly issues: readonly number[];
}

const digits = String.raw`[1-9]\d{0,8}`;
/** A digit, letter or dot with a digit after it would make it part of another word or of a version. */
const ends = String.raw`(?![\p{L}\p{N}]|\.\d)`;
const taskName = new RegExp(String.raw`(?<![\p{L}\p{N}])gos-(${digits})${ends}`, 'giu');
/** Neither `owner/repository#12`, which is an issue elsewhere, nor a colour. */
const issueName = new RegExp(String.raw`(?<![\p{L}\p{N}.&])#(${digits})${ends}`, 'gu');
const leadingNumber = new RegExp(`^(${digits})(?=$|[-_])`);
/** Dates and versions: `2026-11-27`, `16-4-stable`. */
const dated = /^\d+(?:[-_.]\d+)+(?:$|[-_.](?:stable|release|rc|beta|alpha|hotfix)\b)|^\d{4}-\d{2}-\d{2}(?!\d)/i;

/** The first parts of branches that programs name, and GitHub's name of a change in the browser. */
const botBranch =
  /^(?:dependabot|renovate|snyk|depfu|greenkeeper|pyup|whitesource-remediate|mend|releases?|release-please--.*|changeset-release|gh-readonly-queue)\/|^(?:snyk-(?:fix|upgrade)|release-please)-|(?:^|[/-])patch-\d+$/i;

/** Whether a program or the host itself chose the branch's name, so that its numbers name nothing here. */
export const isBotBranch = (branch: string): boolean => botBranch.test(branch);

const all = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].slice(0, 10).map(([, number]) => Number(number));

function leadingIn(branch: string): number | null {
  const last = branch.slice(branch.lastIndexOf('/') + 1);
  const [, number] = (dated.test(last) ? null : leadingNumber.exec(last)) ?? [];
  return number === undefined ? null : Number(number);
}

/** The numbers that a branch's name and a title hold. */
export function namedNumbers(branch: string, title: string): NamedNumbers {
  const both = `${branch} ${title}`;
  return { tasks: all(both, taskName), leading: leadingIn(branch), issues: all(both, issueName) };
}
