; The installer for Windows, made of the bundle by Inno Setup 6: iscc packaging\windows\lastdays.iss
#define Source "..\..\dist\lastdays"
#define Name "Last Days Campaign Manager"
#define Window Name + ".exe"
#define Handle FileOpen(AddBackslash(SourcePath) + "..\..\app\lastdays\__init__.py")
#define Line ""
#define Version ""
#sub ReadOne
  #define public Line FileRead(Handle)
  #if Pos("__version__", Line) == 1
    #define public Version Copy(Line, Pos('"', Line) + 1, RPos('"', Line) - Pos('"', Line) - 1)
  #endif
#endsub
#for {0; !FileEof(Handle); 0} ReadOne
#expr FileClose(Handle)
#if Version == ""
  #error No version was found in app\lastdays\__init__.py.
#endif

[Setup]
AppId={{6C3C0B6E-7E0B-4D57-9E3C-3D1B7C1F5A21}
AppName={#Name}
AppVersion={#Version}
AppPublisher=The Last Days Campaign Manager maintainers
DefaultDirName={autopf}\Last Days Campaign Manager
DisableProgramGroupPage=yes
; No administrator is needed; whoever is one may install for everybody.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=lastdays-{#Version}-setup
SetupIconFile=..\icons\lastdays.ico
UninstallDisplayIcon={app}\{#Window}
Compression=lzma2
SolidCompression=yes
ChangesAssociations=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"

[InstallDelete]
; What an older version brought and this one does not.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{autoprograms}\{#Name}"; Filename: "{app}\{#Window}"

[Registry]
; Windows knows a file by what follows its last dot: a group is offered to the program, and other
; .json files stay with whatever opens them.
Root: HKA; Subkey: "Software\Classes\LastDays.Group"; ValueType: string; ValueData: "Last Days group"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\LastDays.Group\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Window},0"
Root: HKA; Subkey: "Software\Classes\LastDays.Group\shell\open\command"; ValueType: string; ValueData: """{app}\{#Window}"" open ""%1"""
Root: HKA; Subkey: "Software\Classes\LastDays.Campaign"; ValueType: string; ValueData: "Last Days campaign"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\LastDays.Campaign\DefaultIcon"; ValueType: string; ValueData: "{app}\{#Window},0"
Root: HKA; Subkey: "Software\Classes\LastDays.Campaign\shell\open\command"; ValueType: string; ValueData: """{app}\{#Window}"" open ""%1"""
Root: HKA; Subkey: "Software\Classes\.lastdays-campaign"; ValueType: string; ValueData: "LastDays.Campaign"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.json\OpenWithProgids"; ValueType: string; ValueName: "LastDays.Group"; ValueData: ""; Flags: uninsdeletevalue
