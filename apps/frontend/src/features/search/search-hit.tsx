import type { SearchItem } from '@gos/contract';
import { IconLayoutBoard } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { ProjectSquare } from '../../entities/project/project-square';
import { DeadlineText } from '../../entities/task/deadline-text';
import { NamedStateRing } from '../../entities/task/state-ring';
import { Avatar, PersonLabel } from '../../entities/user/avatar';
import { type MessageId, useT } from '../../i18n';
import pieces from '../../ui/pieces.module.css';
import { FoundText, partsOfSnippet, partsOfText } from './found-text';
import classes from './search.module.css';

type Elsewhere = Exclude<SearchItem['field'], 'name' | 'id'>;

const whereMessages = {
  description: 'search.where.description',
  tags: 'search.where.tags',
  result: 'search.where.result',
  comment: 'search.where.comment',
  file: 'search.where.file',
  contract: 'search.where.contract',
} as const satisfies Record<Elsewhere, MessageId>;

interface HitProps {
  readonly item: SearchItem;
  readonly words: readonly string[];
  readonly current: boolean;
  readonly phone: boolean;
  /** It led somewhere. */
  readonly onOpen: (item: SearchItem) => void;
}

/** A link that covers its whole row. */
function HitLink({ item, onOpen, children }: Pick<HitProps, 'item' | 'onOpen'> & { readonly children: ReactNode }) {
  const shared = { className: classes.link, 'data-hit': `${item.model}-${item.id}`, onClick: () => onOpen(item) };
  if (item.model === 'task') {
    const search = (previous: object) => ({ ...previous, taskId: item.id });
    return (
      <Link to="." search={search} preload={false} {...shared}>
        {children}
      </Link>
    );
  }
  if (item.project === null) {
    return (
      <Link to="/tasks/project/$projectId" params={{ projectId: item.id }} {...shared}>
        {children}
      </Link>
    );
  }
  const params = { projectId: item.project.id, boardId: item.id };
  return (
    <Link to="/tasks/project/$projectId/board/$boardId" params={params} {...shared}>
      {children}
    </Link>
  );
}

function Sign({ item }: Pick<HitProps, 'item'>) {
  if (item.state !== null) return <NamedStateRing state={item.state} size={16} />;
  if (item.model === 'project') return <ProjectSquare id={item.id} size={11} />;
  return <IconLayoutBoard size={16} stroke={1.75} aria-hidden />;
}

/** A search result and the field that matched. */
export const SearchHit = memo(function SearchHit({ item, words, current, phone, onOpen }: HitProps) {
  const t = useT();
  const where = item.field === 'name' || item.field === 'id' ? null : whereMessages[item.field];
  const kind = item.model === 'task' ? null : t(`search.model.${item.model}`);
  return (
    <li className={`${pieces.arrives} ${classes.hit}`} data-current={current || undefined}>
      <span className={classes.sign}>
        <Sign item={item} />
      </span>
      <span className={`${pieces.word} ${pieces.digits} ${classes.number}`}>
        {item.model === 'task' ? item.id : kind}
      </span>
      <span>
        <HitLink item={item} onOpen={onOpen}>
          <span className={classes.name} title={item.name}>
            <FoundText parts={partsOfText(item.name, words)} />
          </span>
        </HitLink>
        {phone && (
          <span className={classes.phoneLine}>
            <span>{item.model === 'task' ? item.id : kind}</span>
            {item.project !== null && <span className={pieces.word}>{item.project.name}</span>}
            <DeadlineText deadline={item.deadline} done={item.state === 'solved'} />
          </span>
        )}
      </span>
      {!phone && (
        <>
          <span className={`${pieces.inline} ${classes.project}`}>
            {item.project !== null && (
              <>
                <ProjectSquare id={item.project.id} />
                <span className={pieces.word} title={item.project.name}>
                  {item.project.name}
                </span>
              </>
            )}
          </span>
          <span>
            <DeadlineText deadline={item.deadline} done={item.state === 'solved'} />
          </span>
          <span className={classes.person}>
            <PersonLabel person={item.contractor} />
          </span>
        </>
      )}
      <span className={classes.person} data-solver>
        {phone ? item.solver && <Avatar person={item.solver} size={26} /> : <PersonLabel person={item.solver} />}
      </span>
      {where !== null && (
        <span className={classes.where}>
          <span className={classes.label}>{t(where)}</span>
          <span className={`${pieces.word} ${classes.snippet}`}>
            <FoundText parts={partsOfSnippet(item.snippet)} />
          </span>
        </span>
      )}
    </li>
  );
});
