import { adminSections, sectionOf, sectionsOf } from '~/contract/admin/sections';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import '@mantine/core/styles.css';
import 'mantine-datatable/styles.css';
import './shell/panel.css';
import './shell/sidebar.css';
import './shell/phone-bar.css';
import './overview/overview.css';

import { AppShell, Burger, Group, MantineProvider, ScrollArea, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

import { readAdminSearch } from '~/contract/admin/admin';
import { Live } from '~/web/shell/live';
import { useSettings } from '~/web/shell/settings';
import { iconOf, importWhenIdle } from './section-code';
import { SectionView } from './section-view';
import { AdminMenu } from './shell/admin-menu';
import { Brand } from './shell/brand';
import { PanelKeys } from './shell/panel-keys';
import { PanelSearch, SearchButton } from './shell/panel-search';
import { PhoneBar } from './shell/phone-bar';
import { Sidebar } from './shell/sidebar';
import { cssVariables, theme, useColorScheme } from './shell/theme';
import { useAdminSearch } from './shell/use-admin-search';
import { usePhone } from './ui/use-phone';

/** The panel is a single screen. The URL contains its section. */
export function Panel({ admin }: { admin: CurrentUser }) {
  const [isMenuOpen, menu] = useDisclosure(false);
  const { section } = useAdminSearch();
  // The selected section changes on click, but the content only once it is loaded.
  const chosen = useRouterState({
    select: ({ location }) => readAdminSearch(location.search).section,
  });
  const isPhone = usePhone();
  const { brand } = useSettings();
  useEffect(() => importWhenIdle(sectionsOf(admin.role)), [admin.role]);

  useEffect(() => {
    document.title = `${adminSections[section].title} | ${brand.name} admin`;
  }, [section, brand.name]);

  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={useColorScheme()}
    >
      <Live isPanel>
        <Tooltip.Group openDelay={700} closeDelay={300}>
          <a className="panel-skip" href="#content">
            Skip to the section
          </a>
          <AppShell
            header={{ height: 60 }}
            navbar={{
              width: 'var(--sidebar)',
              breakpoint: 'md',
              collapsed: { mobile: !isMenuOpen },
            }}
            {...(isPhone && { footer: { height: 'var(--phone-bar)' } })}
            padding={{ base: 'md', md: 'xl' }}
          >
            <AppShell.Header className="panel-header">
              <Group h="100%" px="md" justify="space-between" wrap="nowrap">
                <Group gap="sm" wrap="nowrap" miw={0}>
                  <Burger
                    opened={isMenuOpen}
                    onClick={menu.toggle}
                    hiddenFrom="md"
                    size="sm"
                    aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
                    aria-expanded={isMenuOpen}
                  />
                  <Brand name={brand.name} />
                </Group>
                <SearchButton />
                <AdminMenu admin={admin} />
              </Group>
            </AppShell.Header>
            <AppShell.Navbar
              className="panel-navbar"
              aria-label="Sections"
              mod={{ closed: !isMenuOpen }}
            >
              <AppShell.Section grow component={ScrollArea} p="sm">
                <Sidebar
                  section={sectionOf(chosen, admin.role)}
                  iconOf={iconOf}
                  onChosen={menu.close}
                />
              </AppShell.Section>
            </AppShell.Navbar>
            <AppShell.Main id="content" tabIndex={-1}>
              <SectionView section={section} />
            </AppShell.Main>
            {isPhone && (
              <PhoneBar
                section={sectionOf(chosen, admin.role)}
                iconOf={iconOf}
                onChosen={menu.close}
              />
            )}
          </AppShell>
          <PanelSearch iconOf={iconOf} />
          <PanelKeys section={section} />
        </Tooltip.Group>
      </Live>
    </MantineProvider>
  );
}
