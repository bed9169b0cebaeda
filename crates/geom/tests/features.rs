//! The features `serde`, `mint` and `glam`.

#[cfg(feature = "serde")]
mod serde_feature {
    use geom::{
        Aabb, BoundingCircle, Capsule, ChainSegment, Circle, Ellipse, HalfSpace, MassProperties, Obb,
        Outline, Polygon, Pose, Rot, Segment, Shape, Sides, chain,
    };
    use proptest::prelude::*;
    use serde::{Serialize, de::DeserializeOwned};

    fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> T {
        serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
    }

    fn error<T: DeserializeOwned>(text: &str) -> String {
        serde_json::from_str::<T>(text).err().expect("the text is invalid").to_string()
    }

    proptest! {
        /// Every type equals itself after it is written and read, to the bit: JSON has enough digits for f32.
        #[test]
        fn all_types_survive_the_round_trip(
            ax in -9.0_f32..9.0, ay in -9.0_f32..9.0, bx in 10.0_f32..19.0, by in -9.0_f32..9.0, r in 0.1_f32..3.0,
        ) {
            let triangle = Polygon::new([[ax, ay], [bx, by], [ax, 20.0]]).unwrap();
            let open = chain([[ax, ay], [bx, by], [30.0, r]], false, Sides::One).unwrap();
            for shape in [
                Shape::Circle(Circle::new([ax, ay], r).unwrap()),
                Shape::segment([ax, ay], [bx, by]).unwrap(),
                Shape::capsule([ax, ay], [bx, by], r).unwrap(),
                Shape::Polygon(triangle.clone()),
                Shape::Polygon(triangle.rounded(r).unwrap()),
                Shape::half_space([ax, ay + 0.5], r).unwrap(),
                Shape::ChainSegment(open[0]),
                Shape::ChainSegment(open[1]),
            ] {
                prop_assert_eq!(round_trip(&shape), shape);
            }
            let ellipse = Ellipse::new([ax, ay], [bx, r]).unwrap();
            prop_assert_eq!(round_trip(&ellipse), ellipse);
            let border = [[ax, -30.0], [40.0, -30.0], [40.0, 30.0], [ax, 30.0]];
            let hole = [[bx, ay], [bx + r, ay], [bx, ay + r]];
            let outline = Outline::with_holes(border, [hole]).unwrap();
            prop_assert_eq!(round_trip(&outline), outline);
            let pose = Pose::new([ax, ay], by);
            prop_assert_eq!(round_trip(&pose), pose);
            prop_assert_eq!(round_trip(&pose.rotation), pose.rotation);
            let shape = Shape::capsule([ax, ay], [bx, by], r).unwrap();
            let (aabb, obb, circle): (Aabb, Obb, BoundingCircle) =
                (shape.aabb(pose), shape.obb().unwrap(), shape.bounding_circle().unwrap());
            prop_assert_eq!(round_trip(&aabb), aabb);
            prop_assert_eq!(round_trip(&obb), obb);
            prop_assert_eq!(round_trip(&circle), circle);
            let mass: MassProperties = shape.mass_properties(r).unwrap();
            prop_assert_eq!(round_trip(&mass), mass);
        }
    }

    /// Reading a shape calls its constructor, so the error has the same text.
    #[test]
    fn error_of_an_invalid_file_names_field_or_vertex_and_value() {
        let clockwise = error::<Polygon>(r#"{"vertices":[[0,0],[0,1],[2,0]]}"#);
        assert!(clockwise.contains("clockwise"), "{clockwise}");
        assert!(error::<Polygon>(r#"{"vertices":[[0,0],[2,0]]}"#).contains("2 vertices"));
        let bow_tie = error::<Outline>(r#"{"border":[[0,0],[2,2],[2,0],[0,2]]}"#);
        assert!(bow_tie.contains("edge"), "{bow_tie}");
        assert!(error::<Polygon>(r#"{"vertices":[[0,0],[2,0],[0,1]],"radius":-1}"#).contains("radius is -1"));
        assert!(error::<Polygon>(r#"{"vertices":[[0,0],[2,0],[0,1]],"raduis":1}"#).contains("raduis"));
        assert!(error::<Circle>(r#"{"center":[0,0],"radius":0}"#).contains("radius is 0"));
        assert!(error::<Segment>(r#"{"a":[1,1],"b":[1,1]}"#).contains("0 m apart"));
        assert!(error::<Capsule>(r#"{"a":[0,0],"b":[1,1],"radius":-1}"#).contains("radius is -1"));
        assert!(error::<HalfSpace>(r#"{"normal":[0,0],"offset":1}"#).contains("normal is (0, 0)"));
        assert!(error::<Ellipse>(r#"{"center":[0,0],"half_axes":[1,-2]}"#).contains("half_axes.y is -2"));
        let chain = r#"{"a":[0,0],"b":[0,0],"before":null,"after":null,"sides":"One"}"#;
        assert!(error::<ChainSegment>(chain).contains("0 m apart"));
        assert!(error::<Shape>(r#"{"Circle":{"center":[0,0],"radius":-3}}"#).contains("radius is -3"));
    }

    /// A file may leave out radius and holes, and may have a normal of any length.
    #[test]
    fn files_written_by_hand_may_leave_out_optional_fields() {
        let shape: Shape = serde_json::from_str(r#"{"Polygon":{"vertices":[[0,0],[2,0],[0,1]]}}"#).unwrap();
        assert_eq!(shape, Shape::polygon([[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]).unwrap());
        let ground: HalfSpace = serde_json::from_str(r#"{"normal":[0,5],"offset":1}"#).unwrap();
        assert_eq!(ground, HalfSpace::new([0.0, 1.0], 1.0).unwrap());
        let square: Outline = serde_json::from_str(r#"{"border":[[0,0],[1,0],[1,1],[0,1]]}"#).unwrap();
        assert_eq!(square.holes().len(), 0);
        let turn: Rot = serde_json::from_str(r#"{"cos":0.0,"sin":1.0}"#).unwrap();
        assert_eq!(turn, Rot { cos: 0.0, sin: 1.0 });
    }
}

/// Points and vectors survive the round trip, and the matrix of a pose moves points as the pose does.
#[cfg(feature = "mint")]
#[test]
fn mint_points_round_trip_and_matrices_move_points_as_the_pose() {
    use geom::{Aabb, Point, Pose, Vec2};
    let (p, v) = (Point::new(1.0, 2.0), Vec2::new(3.0, 4.0));
    let (mint_p, mint_v): (mint::Point2<f32>, mint::Vector2<f32>) = (p.into(), v.into());
    assert_eq!((Point::from(mint_p), Vec2::from(mint_v)), (p, v));
    let aabb = Aabb::new(mint::Point2 { x: 0.0, y: 1.0 }, [2.0, 3.0]);
    assert_eq!(aabb.upper, Point::new(2.0, 3.0));
    let pose = Pose::new([5.0, 6.0], 0.7);
    let m = mint::ColumnMatrix3::from(pose);
    let by_hand = Point::new(m.x.x * p.x + m.y.x * p.y + m.z.x, m.x.y * p.x + m.y.y * p.y + m.z.y);
    assert!((by_hand - pose * p).norm() < 1e-6);
    assert_eq!((m.x.z, m.y.z, m.z.z), (0.0, 0.0, 1.0));
    let m = mint::ColumnMatrix2::from(pose.rotation);
    assert_eq!([m.x.x, m.x.y], [pose.rotation.cos, pose.rotation.sin]);
    assert_eq!([m.y.x, m.y.y], [-pose.rotation.sin, pose.rotation.cos]);
}

#[cfg(feature = "glam")]
#[test]
fn glam_points_round_trip_and_matrices_move_points_as_the_pose() {
    use geom::{Circle, Point, Pose, Vec2};
    let (p, v) = (Point::new(1.0, 2.0), Vec2::new(3.0, 4.0));
    assert_eq!(Point::from(glam::Vec2::from(p)), p);
    assert_eq!(Vec2::from(glam::Vec2::from(v)), v);
    assert_eq!(Circle::new(glam::Vec2::new(1.0, 2.0), 1.0).unwrap().center(), p);
    let pose = Pose::new([5.0, 6.0], 0.7);
    let is_moved_p = |q: glam::Vec2| (Point::from(q) - pose * p).norm() < 1e-6;
    assert!(is_moved_p(glam::Affine2::from(pose).transform_point2(p.into())));
    assert!(is_moved_p(glam::Mat3::from(pose).transform_point2(p.into())));
    assert_eq!(Vec2::from(glam::Mat2::from(pose.rotation) * glam::Vec2::from(v)), pose.rotation * v);
}

/// Both versions of glam at once: that of Bevy takes the same conversions.
#[cfg(feature = "glam-032")]
#[test]
fn older_glam_converts_as_the_newest_does() {
    use geom::{Point, Pose, Position, glam_032};
    let (p, pose) = (Point::new(1.0, 2.0), Pose::new([5.0, 6.0], 0.7));
    assert_eq!(Point::from(glam_032::Vec2::from(p)), p);
    assert_eq!(Position::from(glam_032::Vec2::new(1.0, 2.0)), p.into());
    let moved = glam_032::Affine2::from(pose).transform_point2(p.into());
    assert!((Point::from(moved) - pose * p).norm() < 1e-6);
}

/// A list of points may consist of another library's points.
#[cfg(all(feature = "mint", feature = "glam"))]
#[test]
fn lists_of_points_may_be_arrays_of_mint_or_glam() {
    use geom::Polygon;
    let corners = [[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]];
    let triangle = Polygon::new(corners).unwrap();
    assert_eq!(Polygon::new(corners.map(glam::Vec2::from)).unwrap(), triangle);
    assert_eq!(Polygon::hull_of(corners.map(mint::Point2::from)).unwrap(), triangle);
}

/// Arrays and nalgebra's types, by way of the re-exported crate, convert without any feature.
#[test]
fn arrays_and_nalgebra_types_convert() {
    use geom::nalgebra::{Isometry2, Point2};
    let pose = geom::Pose::at([1.0, 2.0]);
    assert_eq!(pose.position, Point2::new(1.0, 2.0));
    assert_eq!(geom::Pose::from(Isometry2::from(pose)), pose);
}
