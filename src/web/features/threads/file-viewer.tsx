import { type KeyboardEvent, type ReactNode, useState } from 'react';

import { formatBytes } from '~/contract/common/bytes';
import { formatDate } from '~/web/lib/dates';
import { Button, buttonClass } from '~/web/ui/button';
import {
  IconChevronLeft,
  IconChevronRight,
  IconColumns2,
  IconDownload,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '~/web/ui/icons';
import { DecideFile } from './decide-file';
import { DecidedNote } from './decided-note';
import { deliverableLabel } from './deliverable-label';
import { typeName } from './file-icon';
import { urlOfFile } from './file-link';
import styles from './file-viewer.module.css';
import {
  type Decision,
  earlierRound,
  FileViewerContext,
  isPicture,
  type ViewedFile,
} from './viewed-files';

/** Zoom levels in relation to the window's width. At the first one, the whole picture is visible. */
const zooms = [1, 1.5, 2, 3, 4] as const;

/** Provides a viewer of these files to its children. The viewer opens in place. */
export function FileViewer({ files, children }: { files: ViewedFile[]; children: ReactNode }) {
  const [openId, setOpenId] = useState<number>();
  const [decided, setDecided] = useState<ReadonlyMap<number, Decision>>(new Map());
  const onDecided = (id: number, decision: Decision) =>
    setDecided((all) => new Map(all).set(id, decision));
  const pictures = files.filter(isPicture);
  const index = pictures.findIndex(({ id }) => id === openId);
  const file = pictures[index];
  return (
    <FileViewerContext value={{ open: setOpenId, decided, onDecided }}>
      {children}
      {file && (
        <Dialog
          file={file}
          place={pictures.length > 1 ? `${index + 1} of ${pictures.length}` : ''}
          earlier={earlierRound(file, files)}
          previous={pictures[index - 1]?.id}
          next={pictures[index + 1]?.id}
          decision={decided.get(file.id)}
          onDecided={(decision) => onDecided(file.id, decision)}
          onOpen={setOpenId}
        />
      )}
    </FileViewerContext>
  );
}

function Dialog(props: {
  file: ViewedFile;
  place: string;
  earlier: ViewedFile | undefined;
  previous: number | undefined;
  next: number | undefined;
  decision: Decision | undefined;
  onDecided(decision: Decision): void;
  /** Opens a file. @param id undefined closes the viewer */
  onOpen(id: number | undefined): void;
}) {
  const { file, place, earlier, previous, next, decision, onDecided, onOpen } = props;
  const [zoom, setZoom] = useState(0);
  const [isBeside, setBeside] = useState(false);
  const scale = zooms[zoom] ?? 1;
  const zoomTo = (step: number) => setZoom(Math.min(zooms.length - 1, Math.max(0, step)));
  const show = (id: number | undefined) => {
    if (id === undefined) return;
    setZoom(0);
    onOpen(id);
  };

  function onKeyDown(event: KeyboardEvent) {
    if (event.target instanceof HTMLTextAreaElement) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomTo(zoom + 1);
    else if (event.key === '-') zoomTo(zoom - 1);
    else if (event.key === '0') zoomTo(0);
    // Arrow keys scroll an enlarged picture.
    else if (event.key === 'ArrowLeft' && zoom === 0) show(previous);
    else if (event.key === 'ArrowRight' && zoom === 0) show(next);
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      className={styles.dialog}
      aria-label={`${file.name}, large`}
      // Opens as a modal, because a non-modal dialog does not block the page behind it.
      ref={(dialog) => {
        if (dialog && !dialog.open) dialog.showModal();
      }}
      onKeyDown={onKeyDown}
      onClose={() => onOpen(undefined)}
    >
      <header className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.name}>
            <bdi>{file.name}</bdi>
          </h2>
          <p className={styles.about} role="status">
            {[place, typeName(file.type), formatBytes(file.size)].filter(Boolean).join(', ')}
            {file.deliverable && `, ${deliverableLabel[file.deliverable].toLowerCase()}`}
          </p>
        </div>
        <div className={styles.tools}>
          {earlier && (
            <Button
              variant="outline"
              size="sm"
              aria-pressed={isBeside}
              onClick={() => setBeside(!isBeside)}
            >
              <IconColumns2 size={18} aria-hidden="true" />
              Compare with previous version
            </Button>
          )}
          <Tool label="Zoom out" isOff={zoom === 0} onPress={() => zoomTo(zoom - 1)}>
            <IconZoomOut size={20} aria-hidden="true" />
          </Tool>
          <span className={styles.scale} role="status">
            {Math.round(scale * 100)}%
          </span>
          <Tool label="Zoom in" isOff={zoom === zooms.length - 1} onPress={() => zoomTo(zoom + 1)}>
            <IconZoomIn size={20} aria-hidden="true" />
          </Tool>
          <a
            href={urlOfFile(file.id)}
            download={file.name}
            className={buttonClass('ghost', 'icon')}
            aria-label={`Download ${file.name}`}
          >
            <IconDownload size={20} aria-hidden="true" />
          </a>
          <form method="dialog">
            <Button type="submit" variant="ghost" size="icon" aria-label="Close">
              <IconX size={22} aria-hidden="true" />
            </Button>
          </form>
        </div>
      </header>
      <div className={styles.stage} data-beside={isBeside && earlier !== undefined}>
        {isBeside && earlier && (
          <Sheet file={earlier} scale={scale} label={`Earlier: ${earlier.name}`}>
            Earlier
            {earlier.decidedAt &&
              `, ${earlier.deliverable ?? 'sent'} on ${formatDate(earlier.decidedAt)}`}
            {earlier.comment && <q className={styles.comment}>{earlier.comment}</q>}
          </Sheet>
        )}
        <Sheet key={file.id} file={file} scale={scale} label={file.name}>
          {isBeside && earlier && 'Now'}
        </Sheet>
        {place && (
          <>
            <Turn label="Previous" to={previous} onTurn={show}>
              <IconChevronLeft size={28} aria-hidden="true" />
            </Turn>
            <Turn label="Next" to={next} onTurn={show}>
              <IconChevronRight size={28} aria-hidden="true" />
            </Turn>
          </>
        )}
      </div>
      {decision ? (
        <footer className={styles.foot}>
          <DecidedNote key={file.id} name={file.name} decision={decision} />
        </footer>
      ) : (
        file.deliverable === 'waiting' && (
          <footer className={styles.foot}>
            <DecideFile key={file.id} file={file} onDecided={onDecided} />
          </footer>
        )
      )}
    </dialog>
  );
}

/** A picture in a separate region, which scrolls if the picture is enlarged. */
function Sheet(props: { file: ViewedFile; scale: number; label: string; children: ReactNode }) {
  const { file, scale, label, children } = props;
  const [hasFailed, setFailed] = useState(false);
  return (
    <figure className={styles.sheet}>
      {children && <figcaption className={styles.caption}>{children}</figcaption>}
      {hasFailed ? (
        <p className={styles.failed} role="alert">
          We couldn’t load this picture. Download it to view it.
        </p>
      ) : (
        <section
          className={styles.scroller}
          data-large={scale > 1}
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <img
            src={urlOfFile(file.id)}
            alt={label}
            {...(scale > 1 && { style: { width: `${scale * 100}%` } })}
            onError={() => setFailed(true)}
          />
        </section>
      )}
    </figure>
  );
}

function Tool(props: { label: string; isOff: boolean; onPress(): void; children: ReactNode }) {
  // The buttons are not disabled at the first and last file, because a disabled button would lose the focus.
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={props.label}
      aria-disabled={props.isOff}
      onClick={props.onPress}
    >
      {props.children}
    </Button>
  );
}

function Turn(props: {
  label: 'Previous' | 'Next';
  to: number | undefined;
  onTurn(id: number | undefined): void;
  children: ReactNode;
}) {
  return (
    <Button
      variant="outline"
      size="icon"
      className={styles.turn}
      data-to={props.label}
      aria-label={props.label}
      aria-disabled={props.to === undefined}
      onClick={() => props.onTurn(props.to)}
    >
      {props.children}
    </Button>
  );
}
