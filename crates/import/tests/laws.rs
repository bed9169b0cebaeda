//! Each format has small files whose bodies, corners and reasons are computed by hand.

mod common;

use common::{area, box_of, boxes, fail, read, read_with, skips};
use import::world::BodyKind;
use import::{Format, ImportError, Kind, Options, read_text};

const TMX: &str = r#"<map orientation="orthogonal" width="20" height="10" tilewidth="10" tileheight="10">
 <tileset firstgid="1" source="blocks.tsx"/>
 <group id="9" name="outer" offsetx="10" offsety="20">
  <objectgroup id="8" name="things" offsetx="5">
   <object id="1" name="box" x="10" y="20" width="20" height="10"/>
   <object id="2" gid="2" x="0" y="40" width="20" height="20"/>
   <object id="3" x="0" y="0"><polygon points="0,0 10,10 10,0 0,10"/></object>
   <object id="4" x="30" y="0"/>
   <object id="5" x="100" y="0" width="20" height="10" rotation="90"/>
   <object id="6" x="30" y="70"><point/></object>
   <object id="7" class="trigger" x="50" y="20" width="20" height="20"><ellipse/>
    <properties><property name="dynamic" type="bool" value="true"/><property name="density" value="3"/></properties></object>
  </objectgroup>
 </group>
 <objectgroup id="10" name="far" parallaxx="0.5"><object id="11" width="5" height="5"/></objectgroup>
</map>"#;

const TSX: &str = r#"<tileset tilewidth="10" tileheight="10">
 <tile id="0"><objectgroup><object id="1" x="0" y="5" width="10" height="5"/></objectgroup></tile>
 <tile id="1" type="solid"/>
 <tile id="2"><objectgroup><object id="1" x="0" y="0" width="10" height="10"/></objectgroup></tile>
 <tile id="3" type="flower"/>
</tileset>"#;

/// The same map as [`TMX`] in Tiled's JSON.
const TMJ: &str = r#"{"orientation":"orthogonal","width":20,"height":10,"tilewidth":10,"tileheight":10,
 "tilesets":[{"firstgid":1,"source":"blocks.tsx"}],"layers":[
 {"id":9,"name":"outer","type":"group","offsetx":10,"offsety":20,"layers":[
  {"id":8,"name":"things","type":"objectgroup","offsetx":5,"objects":[
   {"id":1,"name":"box","x":10,"y":20,"width":20,"height":10},
   {"id":2,"gid":2,"x":0,"y":40,"width":20,"height":20},
   {"id":3,"x":0,"y":0,"polygon":[{"x":0,"y":0},{"x":10,"y":10},{"x":10,"y":0},{"x":0,"y":10}]},
   {"id":4,"x":30,"y":0,"width":0,"height":0},
   {"id":5,"x":100,"y":0,"width":20,"height":10,"rotation":90},
   {"id":6,"x":30,"y":70,"point":true},
   {"id":7,"class":"trigger","x":50,"y":20,"width":20,"height":20,"ellipse":true,
    "properties":[{"name":"dynamic","type":"bool","value":true},{"name":"density","value":3}]}]}]},
 {"id":10,"name":"far","type":"objectgroup","parallaxx":0.5,"objects":[{"id":11,"width":5,"height":5}]}]}"#;

fn tsx(name: &str) -> Option<String> {
    (name == "blocks.tsx").then(|| TSX.to_owned())
}

#[test]
fn tiled_objects_lie_where_the_editor_draws_them() {
    let map = read_with(TMX, tsx);
    assert_eq!(map.format, Format::Tiled);
    let of = |id: &str| box_of(&map, map.parts.iter().find(|part| part.id == id).unwrap().body);
    assert_eq!(of("1"), [2.5, -5.0, 4.5, -4.0]);
    assert_eq!(of("2"), [1.5, -6.0, 3.5, -4.0], "a tile object hangs from its lower left corner");
    assert_eq!(of("5"), [10.5, -4.0, 11.5, -2.0], "objects turn clockwise about their position");
    assert_eq!(of("7"), [6.5, -6.0, 8.5, -4.0]);
    let ball = map.level.colliders.last().unwrap();
    assert!(ball.def.sensor && ball.def.material.density == 3.0);
    assert_eq!(map.level.bodies.last().unwrap().kind, BodyKind::Dynamic);
    assert_eq!(map.parts[0].layer, "outer/things");
    assert_eq!(skips(&map), ["3", "4", "6", "layer 10"]);
    assert!(map.skipped[1].why.contains("0 x 0") && map.skipped[1].place == [4.5, -2.0].into());
    assert!(map.skipped[0].why.contains("touches edge"), "{}", map.skipped[0].why);
}

#[test]
fn tiled_json_says_the_same_as_xml() {
    assert_eq!(read_with(TMJ, tsx), read_with(TMX, tsx));
}

fn tile_map(data: &str, attributes: &str) -> String {
    format!(
        r#"<map orientation="orthogonal" width="4" height="2" tilewidth="10" tileheight="10">
 <tileset firstgid="1" source="blocks.tsx"/><layer id="1" name="ground" width="4" height="2">
 <data {attributes}>{data}</data></layer></map>"#
    )
}

#[test]
fn tiled_tiles_are_merged_or_have_their_own_shapes() {
    // Solid by class or by a rectangle of the whole tile, half a tile, mirrored in two ways, a flower.
    let (vertical, diagonal) = (1_u32 + (1 << 30), 1_u32 + (1 << 29));
    let cells = [2, 3, 4, 1, 2, 2, vertical, diagonal];
    let csv = cells.map(|cell| cell.to_string()).join(",");
    let map = read_with(&tile_map(&csv, r#"encoding="csv""#), tsx);
    let expected = [
        [3.0, -1.0, 4.0, -0.5], // the lower half
        [2.0, -1.5, 3.0, -1.0], // the upper half
        [3.5, -2.0, 4.0, -1.0], // the right half
        [0.0, -2.0, 2.0, 0.0],  // four whole tiles
    ];
    assert_eq!(boxes(&map), expected);
    assert_eq!(skips(&map), ["layer 1"]);
    assert!(map.skipped[0].why.starts_with("1 tiles"));

    use base64::Engine;
    use std::io::Write;
    let bytes: Vec<u8> = cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    zlib.write_all(&bytes).unwrap();
    gzip.write_all(&bytes).unwrap();
    let list: String = cells.iter().map(|cell| format!("<tile gid=\"{cell}\"/>")).collect();
    assert_eq!(read_with(&tile_map(&list, ""), tsx), map);
    for (bytes, compression) in [
        (bytes, ""),
        (zlib.finish().unwrap(), r#"compression="zlib""#),
        (gzip.finish().unwrap(), r#"compression="gzip""#),
    ] {
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        let attributes = format!(r#"encoding="base64" {compression}"#);
        assert_eq!(read_with(&tile_map(&text, &attributes), tsx), map);
    }
    let zstd =
        read_text(&tile_map("AAAA", r#"encoding="base64" compression="zstd""#), &Options::default(), tsx)
            .unwrap_err();
    assert!(zstd.to_string().contains("zstd"), "{zstd}");
}

#[test]
fn tiled_chunks_of_infinite_maps_lie_at_their_cells() {
    let chunk = r#"<chunk x="-2" y="-1" width="2" height="1">2,0</chunk><chunk x="5" y="3" width="1" height="1">2</chunk>"#;
    let map = read_with(&tile_map(chunk, r#"encoding="csv""#), tsx);
    assert_eq!(boxes(&map), [[-2.0, 0.0, -1.0, 1.0], [5.0, -4.0, 6.0, -3.0]]);
}

#[test]
fn tiled_isometric_cell_and_object_are_the_diamond_that_is_drawn() {
    let map = read_with(
        r#"<map orientation="isometric" width="2" height="2" tilewidth="64" tileheight="32">
 <tileset firstgid="1" source="blocks.tsx"/>
 <layer id="1" name="ground" width="2" height="2"><data encoding="csv">2,0,0,0</data></layer>
 <objectgroup id="2" name="things"><object id="1" x="0" y="0" width="32" height="32"/>
 <object id="2" gid="2" x="0" y="0" width="64" height="32"/></objectgroup>
</map>"#,
        tsx,
    );
    // px: (64, 0), (96, 16), (64, 32), (32, 16).
    assert_eq!(boxes(&map)[..2], [[0.5, -0.5, 1.5, 0.0]; 2]);
    assert!((area(&map, 0) - 0.25).abs() < 1e-6 && (area(&map, 1) - 0.25).abs() < 1e-6);
    assert_eq!(boxes(&map)[2], [0.5, 0.0, 1.5, 0.5], "a tile object stands on the middle of its bottom");
}

const TEMPLATES: &str = r#"<map tilewidth="10" tileheight="10"><tileset firstgid="7" source="../blocks.tsx"/>
 <objectgroup id="1" name="a"><object id="1" template="box.tx" x="10" y="0"/>
 <object id="2" template="tile.tx" x="10" y="40"/></objectgroup></map>"#;
const BOX: &str = r#"<template><object width="20" height="10"/></template>"#;
const TILE: &str = r#"<template><tileset firstgid="1" source="sets/blocks.tsx"/><object gid="1" width="20" height="20"/></template>"#;

#[test]
fn tiled_templates_give_what_an_object_leaves_out() {
    let files = |name: &str| {
        let files = [("box.tx", BOX), ("tile.tx", TILE), ("../blocks.tsx", TSX)];
        files.iter().find(|(file, _)| *file == name).map(|(_, text)| (*text).to_owned())
    };
    let expected = [[1.0, -1.0, 3.0, 0.0], [1.0, -4.0, 3.0, -3.0]];
    assert_eq!(boxes(&read_with(TEMPLATES, files)), expected, "the lower half of a tile of 2 x 2 m");
    assert!(fail(TEMPLATES).to_string().contains("blocks.tsx is missing"));
}

#[test]
fn tiled_grids_that_are_not_read_are_named() {
    let oblique = TMX.replace("orthogonal", "oblique");
    let oblique = read_text(&oblique, &Options::default(), tsx).unwrap_err();
    assert!(oblique.to_string().contains("8 parts"), "{oblique}");
    let hexagonal = read_with(&TMX.replace("orthogonal", "hexagonal"), tsx);
    assert_eq!(hexagonal, read_with(TMX, tsx), "its objects are in pixels");
    let tiles = tile_map("2,2", "").replace("orthogonal", "hexagonal");
    let Err(ImportError::Empty { skipped, .. }) = read_text(&tiles, &Options::default(), tsx) else {
        panic!()
    };
    assert!(skipped[0].why.contains("orientation"), "{}", skipped[0]);
}

const LDTK: &str = r#"{"jsonVersion":"1.5.3","worldLayout":"LinearHorizontal","defaultGridSize":16,
 "defs":{"layers":[{"uid":7,"intGridValues":[{"value":1,"identifier":"Platform"},{"value":3,"identifier":"One-Way"}]}],
  "entities":[{"uid":5,"renderMode":"Ellipse"}]},
 "levels":[
  {"identifier":"A","uid":1,"worldX":-1,"worldY":-1,"pxWid":64,"pxHei":32,"layerInstances":[
   {"__identifier":"Fine","iid":"f","__type":"IntGrid","__gridSize":8,"__cWid":4,"__cHei":2,"layerDefUid":7,
    "intGridCsv":[1,1,3,4, 0,0,0,0],"__pxTotalOffsetX":0,"__pxTotalOffsetY":8}]},
  {"identifier":"B","uid":2,"worldX":-1,"worldY":-1,"pxWid":64,"pxHei":32,"layerInstances":null,"externalRelPath":"B.ldtkl"}]}"#;

const LDTKL: &str = r#"{"layerInstances":[{"__identifier":"Things","iid":"t","__gridSize":16,"__cWid":4,"__cHei":2,
 "entityInstances":[
  {"__identifier":"Ball","iid":"b","defUid":5,"px":[16,16],"width":16,"height":16,"__pivot":[0,1],
   "fieldInstances":[{"__identifier":"dynamic","__value":true}]},
  {"__identifier":"Start","iid":"s","px":[0,0],"width":16,"height":16,"__pivot":[0,0],"fieldInstances":[]}]}]}"#;

#[test]
fn ldtk_levels_of_a_linear_layout_follow_each_other_at_one_scale() {
    let files = |name: &str| (name == "B.ldtkl").then(|| LDTKL.to_owned());
    let project = read_with(LDTK, files);
    let expected =
        [[0.0, -1.0, 1.0, -0.5], [1.0, -1.0, 1.5, -0.5], [1.5, -1.0, 2.0, -0.5], [5.0, -1.0, 6.0, 0.0]];
    assert_eq!(boxes(&project), expected, "layers of 8 px cells, metres of 16 px; level B begins at 64 px");
    let is_one_way: Vec<bool> = project.level.colliders.iter().map(|c| c.def.one_way.is_some()).collect();
    assert_eq!(is_one_way, [false, true, false, false], "only what is named so");
    assert_eq!(skips(&project), ["s"]);
    let without = read_with(LDTK, |_| None);
    assert!(without.skipped[0].why.contains("B.ldtkl is missing"));
    let mapped = Options { kind: |name| (name == "Platform").then_some(Kind::Nothing), ..Options::default() };
    let mapped = read_text(LDTK, &mapped, |_| None).unwrap();
    assert_eq!(boxes(&mapped), [[1.0, -1.0, 2.0, -0.5]], "of one kind now");
    assert!(mapped.skipped[0].why.contains("2 cells of the value 1"));
}

const RUBE: &str = r#"{"gravity":{"x":0,"y":-10},"allowSleep":true,"body":[
 {"name":"floor","type":0,"position":0,"fixture":[{"sensor":true,"chain":{"vertices":{"x":[0,1,2],"y":[0,0,1]}}},
  {"polygon":{"vertices":{"x":[0,1,1,0],"y":[0,1,0,1]}}}]},
 {"name":"bob","type":2,"position":{"x":3,"y":4},"angle":1.5707963267948966,"active":false,"fixture":[
  {"density":1,"circle":{"center":{"x":1,"y":0},"radius":0.5}}],
  "massData-mass":2,"massData-center":{"x":1,"y":0},"massData-I":3},
 {"name":"bare","type":2,"awake":true,"position":0}],
 "joint":[{"type":"gear","bodyA":0,"bodyB":1},{"type":"revolute","bodyA":0,"bodyB":7},
  {"type":"distance","bodyA":0,"bodyB":1,"anchorA":0,"anchorB":0,"length":5}]}"#;

#[test]
fn rube_bodies_have_state_mass_and_sensors_as_exported() {
    let scene = read(RUBE);
    let [floor, bob, bare] = [0, 1, 2].map(|body| scene.level.bodies[body]);
    assert_eq!((floor.kind, bob.kind), (BodyKind::Static, BodyKind::Dynamic));
    assert!(!bob.enabled && !bob.awake && bare.enabled && bare.awake);
    let mass = bob.mass.unwrap();
    assert_eq!((mass.mass, mass.center, mass.inertia), (2.0, [1.0, 0.0].into(), 1.0), "3 - 2 * 1^2");
    assert!(scene.level.colliders[..2].iter().all(|segment| segment.def.sensor));
    let expected = [2.5, 4.5, 3.5, 5.5]; // (1, 0) turned by a quarter about (3, 4)
    assert!(box_of(&scene, 1).iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6));
    assert_eq!(skips(&scene), ["body 0", "joint 0", "joint 1"]);
    assert_eq!((scene.level.joints.len(), scene.level.settings.gravity.y), (1, -10.0));
    assert!(matches!(fail(r#"{"metaworld":{"metabody":[]}}"#), ImportError::RubeProject));
}

const PLIST: &str = r#"<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//EN" "a.dtd">
<plist version="1.0"><dict><key>bodies</key><dict><key>ship</key><dict><key>is_dynamic</key><true/>
 <key>fixtures</key><array><dict><key>density</key><real>2</real><key>friction</key><real>0.3</real>
  <key>restitution</key><real>0.1</real><key>filter_categoryBits</key><integer>4</integer>
  <key>isSensor</key><false/><key>fixture_type</key><string>POLYGON</string>
  <key>polygons</key><array><array><string>{ 0,0 }</string><string>{ 64,0 }</string><string>{ 0,-32 }</string></array></array>
 </dict></array></dict></dict><key>metadata</key><dict><key>ptm_ratio</key><real>32</real></dict></dict></plist>"#;

const BODYDEF: &str = r#"<bodydef version="1.0"><bodies><body name="ship" dynamic="true"><fixtures><fixture>
 <density>2</density><friction>0.3</friction><restitution>0.1</restitution><filter_categoryBits>4</filter_categoryBits>
 <fixture_type>POLYGON</fixture_type><polygons><polygon> 0.0, 0.0 , 64.0, 0.0 , 0.0, -32.0 </polygon></polygons>
 </fixture></fixtures></body></bodies><metadata><ptm_ratio>32</ptm_ratio></metadata></bodydef>"#;

const VERTICES: &str = r#"<bodydef version="1.0"><bodies numBodies="1"><body name="ship" dynamic="true"><fixture density="2"
 friction="0.3" restitution="0.1" filter_categoryBits="4"><polygon numVertexes="3"><vertex x="0" y="0"/>
 <vertex x="64" y="0"/><vertex x="0" y="32"/></polygon></fixture></body></bodies><metadata><ptm_ratio>32</ptm_ratio></metadata></bodydef>"#;

const P2: &str = r#"{"ship":[{"density":2,"friction":0.3,"bounce":0.1,"filter":{"categoryBits":4,"maskBits":65535},
 "shape":[0,0,64,0,0,32]}]}"#;

const MATTER: &str = r#"{"generator_info":"PhysicsEditor","ship":{"type":"fromPhysicsEditor","isStatic":false,"density":2,
 "friction":0.3,"restitution":0.1,"collisionFilter":{"group":0,"category":4,"mask":65535},"fixtures":[
 {"isSensor":false,"vertices":[[{"x":0,"y":0},{"x":64,"y":0},{"x":0,"y":32}]]}]}}"#;

#[test]
fn five_exports_of_physics_editor_give_one_body() {
    let options = Options { units_per_metre: Some(32.0), ..Options::default() };
    let ship = read(PLIST);
    assert_eq!(boxes(&ship), [[0.0, -1.0, 2.0, 0.0]]);
    assert!((area(&ship, 0) - 1.0).abs() < 1e-6);
    let def = &ship.level.colliders[0].def;
    assert_eq!((def.material.density, def.material.friction, def.material.restitution), (2.0, 0.3, 0.1));
    assert_eq!((def.filter.category, ship.level.bodies[0].kind), (4, BodyKind::Dynamic));
    for text in [BODYDEF, VERTICES, MATTER] {
        assert_eq!(read_text(text, &options, |_| None).unwrap(), ship);
    }
    // That exporter does not say what moves.
    let still = read_text(P2, &options, |_| None).unwrap();
    assert_eq!(
        (&still.level.colliders, still.level.bodies[0].kind),
        (&ship.level.colliders, BodyKind::Static)
    );
    let circle =
        r#"<bodydef><body name="a"><fixture><circle r="50" x="100" y="200"/></fixture></body></bodydef>"#;
    assert_eq!(boxes(&read(circle)), [[0.5, 1.5, 1.5, 2.5]]);
}

const BODY_EDITOR: &str = r#"{"rigidBodies":[{"name":"a","origin":{"x":0.5,"y":0},"polygons":[
 [{"x":0,"y":0},{"x":1,"y":0},{"x":1,"y":0.5},{"x":0,"y":0.5}]],"circles":[{"cx":0.5,"cy":1,"r":0.25}]},
 {"name":"b","origin":{"x":0,"y":0},"polygons":[],"circles":[],"shapes":[{"type":"POLYGON","vertices":
 [{"x":0,"y":0},{"x":0,"y":1},{"x":1,"y":0}]}]},{"name":"c","polygons":[],"circles":[]}],"dynamicObjects":[]}"#;

#[test]
fn body_editor_measures_from_the_origin_of_each_body() {
    let sheet = read(BODY_EDITOR);
    assert_eq!(boxes(&sheet), [[-0.5, 0.0, 0.5, 0.5], [-0.25, 0.75, 0.25, 1.25], [0.0, 0.0, 1.0, 1.0]]);
    assert_eq!(skips(&sheet), ["c"]);
}

const GODOT: &str = r#"[gd_scene load_steps=3 format=3 uid="uid://a"]

[sub_resource type="RectangleShape2D" id="RectangleShape2D_1"]
size = Vector2(200, 100)

[sub_resource type="CapsuleShape2D" id="2"]
radius = 50.0
height = 300.0

[node name="Main" type="Node2D"]
position = Vector2(100, 0)

[node name="Floor" type="StaticBody2D" parent="."]
position = Vector2(0, 300)

[node name="Box" type="CollisionShape2D" parent="Floor"]
shape = SubResource("RectangleShape2D_1")
one_way_collision = true

[node name="Player" type="RigidBody2D" parent="."]
position = Vector2(500, 100)
rotation = 1.5707963
mass = 6.0

[node name="Shape" type="CollisionShape2D" parent="Player"]
shape = SubResource("2")

[node name="Off" type="CollisionShape2D" parent="Player"]
shape = SubResource("2")
disabled = true

[node name="Gate" type="Area2D" parent="."]
scale = Vector2(2, 1)

[node name="Poly" type="CollisionPolygon2D" parent="Gate"]
polygon = PackedVector2Array(0, 0, 100, 0,
 100, 100)

[node name="Enemy" parent="." instance=ExtResource("1_e")]
"#;

#[test]
fn godot_shapes_follow_the_transforms_above_them() {
    let scene = read(GODOT);
    let expected = [[0.0, -3.5, 2.0, -2.5], [4.5, -1.5, 7.5, -0.5], [1.0, -1.0, 3.0, 0.0]];
    for (found, expected) in boxes(&scene).iter().zip(expected) {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?} {expected:?}");
    }
    assert_eq!(
        scene.parts.iter().map(|part| part.id.as_str()).collect::<Vec<_>>(),
        ["Floor", "Player", "Gate"]
    );
    assert!(scene.level.colliders[0].def.one_way.is_some() && scene.level.colliders[2].def.sensor);
    assert!((area(&scene, 1) * scene.level.colliders[1].def.material.density - 6.0).abs() < 1e-4);
    assert_eq!(skips(&scene), ["Player/Off", "Enemy"]);
    // As Godot 3 writes it, where the caps add to the height.
    let older = GODOT.replace("format=3", "format=2").replace("SubResource(\"2\")", "SubResource( 2 )");
    let older = read(
        &older.replace("id=\"2\"", "id=2").replace("height = 300", "height = 200").replace("Packed", "Pool"),
    );
    assert_eq!(boxes(&older), boxes(&scene));
}

const SVG: &str = r#"<svg xmlns="http://w3.org/2000/svg"><g id="g" transform="translate(100 200) scale(2)">
 <rect id="r" x="10" y="20" width="50" height="25"/>
 <path id="p" transform="matrix(0 1 -1 0 0 0)" d="m0,0 50,0v50H0z"/>
 <path id="hole" d="M0 0H100V100H0Z M25 25V75H75V25Z"/>
 <path id="curve" d="M0 0Q50-100 100 0T200 0"/>
 <path id="arc" d="M0 0A50 50 0 01100 0"/>
 <ellipse id="e" rx="100" ry="50" transform="rotate(90)"/>
 <use id="u"/><path id="bad" d="M0 0 L1"/></g></svg>"#;

#[test]
fn svg_outlines_follow_transforms_and_holes() {
    let drawing = read(SVG);
    let of = |id: &str| drawing.parts.iter().find(|part| part.id == id).unwrap().body;
    let near = |body: u32, expected: [f32; 4], tolerance: f32| {
        let found = box_of(&drawing, body);
        let is_near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < tolerance);
        assert!(is_near, "{found:?} for {expected:?}");
    };
    near(of("r"), [1.2, -2.9, 2.2, -2.4], 1e-5);
    near(of("p"), [0.0, -3.0, 1.0, -2.0], 1e-5); // a quarter turn takes x to y, y to -x
    near(of("hole"), [1.0, -4.0, 3.0, -2.0], 1e-5);
    assert!((area(&drawing, of("hole")) - 3.0).abs() < 1e-5);
    near(of("curve"), [1.0, -3.0, 5.0, -1.0], 0.006); // the arcs reach half as far as their control points
    near(of("arc"), [1.0, -2.0, 3.0, -1.0], 0.006);
    near(of("e"), [0.0, -4.0, 2.0, 0.0], 0.006);
    assert_eq!(skips(&drawing), ["u", "bad"]);
}

#[test]
fn what_is_no_level_is_named() {
    assert!(matches!(fail(""), ImportError::Unknown(_)));
    let _: Box<dyn std::error::Error + Send + Sync> = fail("<tileset/>").into();
    assert!(matches!(fail("{\"a\": 1}"), ImportError::Unknown(_)));
    assert!(matches!(fail("<map"), ImportError::Syntax { of: "XML", .. }));
    assert!(matches!(fail("{"), ImportError::Syntax { of: "JSON", .. }));
    let empty = fail(r#"{"body":[]}"#);
    assert!(matches!(empty, ImportError::Empty { format: Format::Rube, .. }));
    assert!(fail("<map tilewidth='0' tileheight='9'/>").to_string().contains("0 x 9"));
    let options = Options { tolerance: 0.0, ..Options::default() };
    assert!(matches!(
        read_text(SVG, &options, |_| None),
        Err(ImportError::Option { field: "tolerance", .. })
    ));
}

/// A file with a part that nests deeper than the stack is long.
#[test]
fn deep_nesting_ends() {
    let deep = |open: &str, close: &str| open.repeat(2_000) + &close.repeat(2_000);
    fail(&format!("<svg>{}</svg>", deep("<g>", "</g>")));
    fail(&format!("<map tilewidth='1' tileheight='1'>{}</map>", deep("<group>", "</group>")));
    fail(&format!("<plist>{}</plist>", deep("<array>", "</array>")));
    fail(&deep("{\"a\":", "}"));
}

mod mangled {
    use super::*;
    use import::world::World;
    use proptest::prelude::*;

    const FILES: [&str; 12] = [TMX, TMJ, TSX, LDTK, LDTKL, RUBE, PLIST, MATTER, P2, BODY_EDITOR, GODOT, SVG];
    const WORDS: [&str; 12] =
        ["", "\"", "0", "-1", "1e39", "1e308", "NaN", "null", "4294967295", "{", "[]", "é<"];

    proptest! {
        /// A mangled file gives an error, or a level that loads.
        #[test]
        fn file_never_panics(
            file in 0..FILES.len(),
            edits in prop::collection::vec((0.0..1.0_f64, 0..20_usize, 0..WORDS.len()), 1..6),
        ) {
            let mut mangled = FILES[file].to_owned();
            for (at, remove, word) in edits {
                let boundary = |mut at: usize| { while !mangled.is_char_boundary(at) { at -= 1 } at };
                let from = boundary((at * mangled.len() as f64) as usize);
                let to = boundary((from + remove).min(mangled.len()));
                // Most edits replace a number.
                let digits = mangled[from..].chars().take_while(char::is_ascii_digit).count();
                let to = if digits > 0 { from + digits } else { to };
                mangled.replace_range(from..to, WORDS[word]);
            }
            let other = match file % 2 { 0 => TSX, _ => LDTKL };
            let files = |name: &str| {
                let template = if name.starts_with("tile") { &mangled } else { BOX };
                Some(if name.ends_with(".tx") { template } else { other }.to_owned())
            };
            let text = if FILES[file] == TILE { TEMPLATES } else { &mangled };
            if let Ok(imported) = read_text(text, &Options::default(), files) {
                prop_assert!(World::load(&imported.level).is_ok());
                prop_assert_eq!(imported.parts.len(), imported.level.bodies.len());
            }
        }

        /// The area of a star-shaped polygon is that of the shoelace formula, whatever the format.
        #[test]
        fn area_is_that_of_the_shoelace(radii in prop::collection::vec(20.0..100.0_f64, 5..30)) {
            let count = radii.len() as f64;
            let points: Vec<[f64; 2]> = radii.iter().enumerate().map(|(i, radius)| {
                let angle = std::f64::consts::TAU * i as f64 / count;
                [radius * angle.cos(), radius * angle.sin()]
            }).collect();
            let next = points.iter().cycle().skip(1);
            let twice: f64 = points.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum();
            let expected = (0.5 * twice * 1e-4) as f32; // 100 px make a metre
            let flat = |between: &str| points.iter().map(|[x, y]| format!("{x},{y}")).collect::<Vec<_>>().join(between);
            let [xs, ys] = [0, 1].map(|k| points.iter().map(|p| (0.01 * p[k]).to_string()).collect::<Vec<_>>().join(","));
            for text in [
                format!("<svg><polygon points='{}'/></svg>", flat(" ")),
                format!("<svg><path d='M{}Z'/></svg>", flat("L")),
                format!("<map tilewidth='100' tileheight='9'><objectgroup><object><polygon points='{}'/></object></objectgroup></map>", flat(" ")),
                format!("[gd_scene format=3]\n[node name=\"A\" type=\"StaticBody2D\"]\n[node name=\"B\" type=\"CollisionPolygon2D\" parent=\".\"]\npolygon = PackedVector2Array({})\n", flat(", ")),
                format!("{{\"a\":[{{\"shape\":[{}]}}]}}", flat(",")),
                format!("{{\"body\":[{{\"fixture\":[{{\"polygon\":{{\"vertices\":{{\"x\":[{xs}],\"y\":[{ys}]}}}}}}]}}]}}"),
            ] {
                let imported = read(&text);
                prop_assert!((area(&imported, 0) - expected).abs() < 1e-4 * expected, "{text}");
            }
        }

        /// A curve in chords encloses less than the curve, by no more than the tolerance along its length.
        #[test]
        fn curves_are_within_the_tolerance(radius in 10.0..500.0_f64, tolerance in 0.001..0.05_f32, stretch in 1.0..3.0_f64) {
            let options = Options { tolerance, ..Options::default() };
            let (r, k) = (radius, radius * 0.552_284_749_830_793_4);
            let cubic = format!("M{r} 0C{r} {k} {k} {r} 0 {r}S-{r} {k}-{r} 0-{k}-{r} 0-{r} {r}-{k} {r} 0Z");
            for shape in [format!("<ellipse rx='{r}' ry='{r}'/>"), format!("<path d='{cubic}'/>")] {
                let text = format!("<svg><g transform='scale({stretch} 1)'>{shape}</g></svg>");
                let found = area(&read_text(&text, &options, |_| None).unwrap(), 0);
                let r = 0.01 * radius as f32;
                let (exact, perimeter) = (std::f32::consts::PI * r * r * stretch as f32, 6.3 * r * stretch as f32);
                let lost = exact - found;
                prop_assert!(lost > -1e-3 * exact && lost < tolerance * perimeter + 1e-3 * exact, "{lost}");
            }
        }
    }
}
